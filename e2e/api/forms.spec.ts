/** Forms: their settings, what their links tell, and the values that they take. */
import { randomUUID } from "node:crypto";
import { badRequestBody, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { AForm, problemsOf, submit } from "./a-form";
import { Document } from "./document";
import { join, type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

/** Contained in everything that no visitor may learn: names, values and settings. */
const secret = /secret/i;

let server: PeopleServer;
let form: AForm;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer();
});
test.afterAll(() => server.stop());
test.beforeEach(async () => {
  form = await AForm.make(server.owner);
});

const noForm = errorBody("NOT_FOUND", "There is no form here: the link is wrong, expired or switched off.");
const noView = errorBody(
  "NOT_FOUND",
  "There is no shared view here: the link is wrong, expired or switched off.",
);

/** Every operation of a form's link, with valid requests. */
function callsOf(at: string): [path: string, method: "GET" | "POST", body?: object][] {
  const proof = { challenge: { parameters: {}, signature: "" }, solution: { counter: 0, derivedKey: "" } };
  return [
    [at, "GET"],
    [`${at}/challenge`, "GET"],
    [`${at}/submissions`, "POST", { id: randomUUID(), values: {}, proof }],
    [`${at}/files?submissionId=${randomUUID()}&fieldId=${form.ids.Files}&filename=a.txt`, "POST", {}],
    [`${at}/fields/${form.ids.Company}/records`, "GET"],
  ];
}

async function expectNoForm(at: string): Promise<void> {
  for (const [path, method, body] of callsOf(at)) {
    const answer = await form.visitor().call(path, { method, body });
    expect([path, answer.status, answer.body]).toEqual([path, 404, noForm]);
  }
}

test.describe("settings", () => {
  const at = (path: string) => `config.fields${path}`;

  test("are answered with their defaults, and fields by id", long, async () => {
    expect(form.view).toMatchObject({
      type: "form",
      config: {
        ...{
          title: "",
          description: "",
          cover: null,
          submitLabel: "Submit",
          redirectUrl: null,
          allowAnother: true,
        },
        ...{ isOpen: true, closesAt: null, limit: null },
        fields: [
          {
            fieldId: form.ids.Name,
            ...{ label: null, help: null, required: false, showWhen: null, linkViewId: null },
          },
        ],
      },
    });
  });

  test("refuse fields that a form cannot ask for, and what they cannot say", long, async () => {
    const { ids } = form;
    const refused: [fields: object[], ...problems: [path: string, message: unknown][]][] = [
      [[{ fieldId: "Nope" }], [at("[0].fieldId"), expect.stringContaining('is "Nope"')]],
      [
        [{ fieldId: "Name" }, { fieldId: ids.Name }],
        [at("[1].fieldId"), `repeats "${ids.Name}"`],
      ],
      ...["Secret total", "Secret lead", "Number", "Made by", "Source"].map(
        (name): [object[], [string, unknown]] => [
          [{ fieldId: name }],
          [
            at("[0].fieldId"),
            expect.stringContaining("takes a field that can be written and holds no people"),
          ],
        ],
      ),
      [
        [{ fieldId: "Company" }],
        [at("[0].linkViewId"), "is required for linked records: the view whose records are offered"],
      ],
      [
        [{ fieldId: "Company", linkViewId: form.view.id }],
        [at("[0].linkViewId"), `takes the id of a view of the linked table; "${form.view.id}" is not one`],
      ],
      [
        [{ fieldId: "Name", linkViewId: form.offered }],
        [at("[0].linkViewId"), 'is for linked records only; "Name" (single_line_text) is not one'],
      ],
      [
        [{ fieldId: "Name", showWhen: { field: "Name", is_empty: true } }],
        [at("[0].showWhen.field"), 'names "Name", which is not an earlier field of this form'],
      ],
      [
        [{ fieldId: "Name" }, { fieldId: "Notes", showWhen: { and: [{ field: "Amount", equals: 1 }] } }],
        [at("[1].showWhen.and[0].field"), 'names "Amount", which is not an earlier field of this form'],
      ],
      [
        [{ fieldId: "Name" }, { fieldId: "Notes", showWhen: { field: "createdAt", equals: "2026-01-01" } }],
        [at("[1].showWhen.field"), 'names "createdAt", which is not an earlier field of this form'],
      ],
      [
        [{ fieldId: "Amount" }, { fieldId: "Notes", showWhen: { field: "Amount", contains: "1" } }],
        [at("[1].showWhen.contains"), expect.stringContaining('cannot be used with "Amount" (number)')],
      ],
      [
        [{ fieldId: "Size" }, { fieldId: "Notes", showWhen: { field: "Size", equals: "Huge" } }],
        [at("[1].showWhen.equals"), expect.stringContaining('has no option "Huge"')],
      ],
    ];
    for (const [fields, ...problems] of refused) {
      const { status, body } = await form.write({ fields });
      const expected = problems.map(([path, message]) => ({ path, message }));
      expect([fields, status, (body as { error?: object }).error]).toEqual([
        fields,
        400,
        expect.objectContaining({ details: expected }),
      ]);
    }
    for (const redirectUrl of ["javascript:alert(1)", "/thanks", "ftp://example.com/"]) {
      expect((await form.write({ redirectUrl })).body).toEqual(
        badRequestBody(["config.redirectUrl", "takes an address that begins with http:// or https://"]),
      );
    }
  });

  test("follow their fields: changed, deleted, undone, restored", long, async () => {
    const { owner, table, ids } = form;
    const asked = [
      { fieldId: ids.Size as string },
      { fieldId: ids.Name as string, showWhen: { field: ids.Size as string, equals: "Large" } },
      { fieldId: ids.Notes as string, showWhen: { field: ids.Name as string, contains: "a" } },
    ].map((each) => ({
      label: null,
      help: null,
      required: false,
      showWhen: null,
      linkViewId: null,
      ...each,
    }));
    await form.ask(...asked);
    const shown = async () => {
      const { body } = await owner.get(`${table}/views/${form.view.id}`);
      return body.config.fields;
    };
    expect(await shown()).toEqual(asked);
    const change = async (name: string, body: object) =>
      expect((await owner.patch(`${table}/fields/${ids[name]}`, body)).status).toBe(200);
    const undo = async () => expect((await owner.post(`${form.place}/undo`, {})).status).toBe(200);

    const [small, large] = (await owner.get(`${table}/fields/${ids.Size}`)).body.template.options;
    await change("Size", { template: { options: [small, { ...large, label: "Huge" }] } });
    const [size, name, notes] = asked;
    expect(await shown()).toEqual([size, { ...name, showWhen: { field: ids.Size, equals: "Huge" } }, notes]);
    await undo();
    await change("Size", { type: "number", allowLoss: true });
    expect(await shown()).toEqual([size, { ...name, showWhen: null }, notes]);
    await undo();
    expect(await shown()).toEqual(asked);

    expect((await owner.call(`${table}/fields/${ids.Size}`, { method: "DELETE" })).status).toBe(200);
    expect(await shown()).toEqual([{ ...name, showWhen: null }, notes]);
    await form.set({ title: "Changed meanwhile" });
    const [entry] = (await owner.get(`${form.place}/trash`)).body.trash;
    expect((await owner.post(`${form.place}/trash/${entry.id}/restore`, {})).status).toBe(200);
    expect(await shown()).toEqual(asked);

    await change("Size", { type: "person", allowLoss: true });
    expect(await shown()).toEqual([{ ...name, showWhen: null }, notes]);
    await undo();
    expect(await shown()).toEqual(asked);
  });

  test("keep a view of links that is deleted, and copies name their own", async () => {
    const { owner, ids, offered } = form;
    await form.ask({ fieldId: "Company", linkViewId: offered });
    const { at } = await form.share();
    const asked = async () =>
      (await form.visitor().get(at)).body.questions.map(({ id }: { id: string }) => id);
    expect(await asked()).toEqual([ids.Company]);

    const { body: copy } = await owner.post(`${form.place}/duplicate`, { name: "Copy", records: true });
    const copied = copy.tables.find(({ name }: { name: string }) => name === "Secret orders");
    const its = copied.views.find(({ type }: { type: string }) => type === "form").config.fields[0];
    const companies = copy.tables.find(({ name }: { name: string }) => name === "Companies");
    const view = companies.views.find(({ name }: { name: string }) => name === "Secret offer");
    expect([its.linkViewId, copied.fields.some(({ id }: { id: string }) => id === its.fieldId)]).toEqual([
      view.id,
      true,
    ]);

    const views = `${form.place}/tables/Companies/views`;
    expect((await owner.call(`${views}/${offered}`, { method: "DELETE" })).status).toBe(200);
    expect(await asked()).toEqual([]);
    const { body } = await owner.get(`${form.table}/views/${form.view.id}`);
    expect(body.config.fields[0].linkViewId).toBe(offered);
    // Settings that were there before keep nobody from changing the rest.
    await form.ask("Name", { fieldId: "Company", linkViewId: offered });
    expect(await asked()).toEqual([ids.Name]);
    await owner.post(`${form.place}/undo`, {});
    await owner.post(`${form.place}/undo`, {});
    expect(await asked()).toEqual([ids.Company]);
  });

  test("are withheld in part from those who may not read a field", async () => {
    const editor = await join(server.owner, { databases: [{ databaseId: form.databaseId, role: "editor" }] });
    await form.ask("Name", "Notes");
    const rules = { tables: [], fields: [{ fieldId: form.ids.Notes, read: "owner" }] };
    const set = await server.owner.call(`${form.place}/rules`, { method: "PUT", body: rules });
    expect([set.status, set.status === 200 ? "" : set.body]).toEqual([200, ""]);
    const path = `${form.table}/views/${form.view.id}`;
    const { body } = await editor.api.get(path);
    expect([body.withheld, body.config.fields.map(({ fieldId }: { fieldId: string }) => fieldId)]).toEqual([
      ["fields"],
      [form.ids.Name],
    ]);
    expect((await editor.api.patch(path, { config: { title: "Mine" } })).status).toBe(200);
    expect((await editor.api.patch(path, { config: { fields: [] } })).status).toBe(403);
  });
});

test.describe("links", () => {
  test("describe the questions and nothing else", async () => {
    const { ids, offered } = form;
    await form.ask(
      { fieldId: "Name", label: "Your name", help: "In full", required: true },
      { fieldId: "Size", showWhen: { field: "Name", is_not_empty: true } },
      { fieldId: "Company", linkViewId: offered },
    );
    await form.set({ title: "Order here", description: "Two\nlines", redirectUrl: "https://example.com/x" });
    const { share, at } = await form.share({ embed: true });
    expect(share.url).toBe(`${new URL(share.url ?? "").origin}${at.replace("/forms/", "/form/")}`);
    const { status, body, headers } = await form.visitor().get(at);
    expect([status, headers.get("X-Robots-Tag")]).toEqual([200, "noindex"]);
    const size = (await server.owner.get(`${form.table}/fields/${ids.Size}`)).body;
    expect(body).toEqual({
      title: "Order here",
      description: "Two\nlines",
      cover: null,
      submitLabel: "Submit",
      message: "Thank you. Your answers were sent.",
      redirectUrl: "https://example.com/x",
      allowAnother: true,
      closed: null,
      embed: true,
      sharedBy: null,
      questions: [
        {
          ...{ id: ids.Name, name: "Name", type: "single_line_text", template: {} },
          ...{ label: "Your name", help: "In full", required: true, showWhen: null },
        },
        {
          ...{ id: ids.Size, name: "Size", type: "single_select", template: size.template },
          ...{ label: "Size", help: null, required: false },
          showWhen: { field: ids.Name, is_not_empty: true },
        },
        {
          ...{ id: ids.Company, name: "Company", type: "linked_record" },
          ...{
            template: { tableId: "", allowMultiple: true },
            label: "Company",
            help: null,
            required: false,
          },
          showWhen: null,
        },
      ],
    });
    const choices = await form.visitor().get(`${at}/fields/${ids.Company}/records`);
    const document = new Document((await form.visitor().get("/openapi.json")).body);
    document.operation("getForm")?.expectAnswer({ status, body, headers });
    document.operation("listFormChoices")?.expectAnswer(choices);
    expect(choices.body).toEqual({
      records: ["Acme", "Ajax"].map((name) => ({ id: form.companies[name], name })),
      hasMore: false,
    });
    expect(JSON.stringify([body, choices.body])).not.toMatch(secret);
  });

  test("find choices by their names alone", async () => {
    await form.ask("Name", { fieldId: "Company", linkViewId: form.offered });
    const { at } = await form.share();
    const search = async (text: string, fieldId = form.ids.Company) => {
      const { status, body } = await form.visitor().get(`${at}/fields/${fieldId}/records?search=${text}`);
      return status === 200 ? body.records.map(({ name }: { name: string }) => name) : status;
    };
    expect(await search("JA")).toEqual(["Ajax"]);
    for (const text of ["knows", "Secret", "Corp", form.companies.Acme ?? ""]) {
      expect(await search(text)).toEqual([]);
    }
    for (const fieldId of [form.ids.Name, form.ids.Size, "nope"]) {
      expect(await search("", fieldId)).toBe(404);
    }
    expect(await search("", "Company")).toEqual(["Acme", "Ajax"]);
    const refusalOf = async (fieldId: string) => {
      const { status, body } = await form
        .visitor()
        .get(`${at}/fields/${encodeURIComponent(fieldId)}/records`);
      return [status, body.error.code, body.error.message.replace(fieldId, "…")];
    };
    const unknown = await refusalOf("nope");
    expect(unknown[0]).toBe(404);
    for (const hidden of ["Size", "Secret total", "Secret lead"]) {
      expect(await refusalOf(hidden)).toEqual(unknown);
    }
    expect(await search("&name=Acme")).toEqual(["Acme"]);
    for (const name of ["Acm", "acme", "Secret Corp", "Acme knows"]) {
      expect(await search(`&name=${name}`)).toEqual([]);
    }
  });

  test("work for forms alone, as others work for other views alone", async () => {
    const { owner, table } = form;
    const { body: grid } = await owner.post(`${table}/views`, { name: "All" });
    const ofForm = await form.share();
    const ofGrid = await form.share({ viewId: grid.id });
    const shared = (at: string) => at.replace("/forms/", "/shared/");
    const readings = (at: string): [string, "GET" | "POST" | "PUT", object?][] => [
      [at, "GET"],
      [`${at}/presence`, "PUT", { pageId: randomUUID(), isOpen: true }],
      [`${at}/records/list`, "POST", {}],
      [`${at}/records/stacks`, "POST", {}],
      [`${at}/records/calendar`, "POST", { from: "2026-03-01", to: "2026-03-31" }],
      [`${at}/calendar.ics`, "GET"],
      [`${at}/records/aggregate`, "POST", { aggregates: [{ field: "Name", function: "count_filled" }] }],
      [`${at}/export?format=csv`, "GET"],
    ];
    const expectNoView = async (at: string) => {
      for (const [path, method, body] of readings(at)) {
        const answer = await form.visitor().call(path, { method, body });
        expect([path, answer.status, answer.body]).toEqual([path, 404, noView]);
      }
    };
    expect((await form.visitor().get(ofForm.at)).status).toBe(200);
    expect((await form.visitor().get(shared(ofGrid.at))).status).toBe(200);
    await expectNoView(shared(ofForm.at));
    await expectNoForm(ofGrid.at);

    const turn = async (id: string, type: string) =>
      expect((await owner.patch(`${table}/views/${id}`, { type })).status).toBe(200);
    await turn(form.view.id, "grid");
    await turn(grid.id, "form");
    for (const { at } of [ofForm, ofGrid]) {
      await expectNoForm(at);
      await expectNoView(shared(at));
    }
    await turn(form.view.id, "form");
    expect((await form.visitor().get(ofForm.at)).status).toBe(200);
  });

  test("end with their password, expiry, view, table and maker", long, async () => {
    const { owner } = form;
    const { at, share } = await form.share({ password: "let me in" });
    for (const [path, method, body] of callsOf(at)) {
      const answer = await form.visitor().call(path, { method, body });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    const headers = { "X-Share-Password": "let%20me%20in" };
    expect((await form.visitor().call(at, { headers })).status).toBe(200);
    expect((await form.visitor().call(`${at}/challenge`, { headers })).status).toBe(200);
    await owner.patch(`${form.place}/shares/${share.id}`, { password: null });
    expect((await form.visitor().get(at)).status).toBe(200);
    await server.query(`UPDATE "Share" SET "expiresAt" = now() - interval '1 second' WHERE "id" = $1`, [
      share.id,
    ]);
    await expectNoForm(at);

    const { at: other } = await form.share();
    await owner.call(`${form.table}/views/${form.view.id}`, { method: "DELETE" });
    await expectNoForm(other);
    await owner.post(`${form.place}/undo`, {});
    expect((await form.visitor().get(other)).status).toBe(200);
    await owner.call(form.table, { method: "DELETE" });
    await expectNoForm(other);
  });

  test("take no more than their maker may write, as it is at that moment", long, async () => {
    const { owner, ids } = form;
    const maker = await join(owner, { databases: [{ databaseId: form.databaseId, role: "creator" }] });
    await form.ask("Name", "Notes", "Amount", { fieldId: "Company", linkViewId: form.offered });
    const { at } = await form.share({}, maker.api);
    const seen = async () => {
      const { body } = await form.visitor().get(at);
      return body.closed ?? body.questions.map(({ name }: { name: string }) => name);
    };
    expect(await seen()).toEqual(["Name", "Notes", "Amount", "Company"]);
    const rules = (given: object) =>
      owner.call(`${form.place}/rules`, { method: "PUT", body: { tables: [], fields: [], ...given } });
    const all = { update: "owner" };
    expect(
      (
        await rules({
          fields: [
            { fieldId: ids.Notes, ...all },
            { fieldId: ids.Amount, read: "owner" },
          ],
        })
      ).status,
    ).toBe(200);
    expect(await seen()).toEqual(["Name", "Company"]);
    const visitor = form.visitor();
    expect(
      await problemsOf(visitor, at, { Name: "Ada", Notes: "x", Amount: 1, [ids.Amount ?? ""]: 1 }),
    ).toEqual(["Notes", "Amount", ids.Amount].map((key) => `values.${key} is not asked for`));
    // The names of the linked records are as readable as their primary field.
    await rules({ fields: [{ fieldId: ids["Companies Secret note"], read: "owner" }] });
    expect(await seen()).toContain("Company");
    await rules({ tables: [{ tableId: form.table.split("/").at(-1), create: "owner" }] });
    expect(await seen()).toBe("closed");
    const answer = await submit(visitor, at, { Name: "Ada" });
    expect([answer.status, answer.body.error?.message]).toEqual([
      409,
      "This form is closed. It takes no submissions at the moment.",
    ]);
    await rules({});
    expect((await submit(visitor, at, { Name: "Ada" })).status).toBe(201);
    const member = `${form.place}/members/${maker.person.id}`;
    await owner.patch(member, { role: "viewer" });
    await expect.poll(seen).toBe("closed");
    await owner.call(member, { method: "DELETE" });
    await expect.poll(async () => (await form.visitor().get(at)).status).toBe(404);
    expect((await form.records()).map(({ fields }) => fields.Name)).toEqual(["Ada"]);
  });
});

test("conditions on what the maker of a link may not read are told by their outcome", long, async () => {
  const { owner, ids } = form;
  const maker = await join(owner, { databases: [{ databaseId: form.databaseId, role: "creator" }] });
  await form.ask(
    { fieldId: "Size" },
    { fieldId: "Gift" },
    { fieldId: "Name", showWhen: { field: "Size", equals: "Large" } },
    {
      fieldId: "Notes",
      showWhen: {
        and: [
          { field: "Size", does_not_equal: "Large" },
          { field: "Gift", equals: false },
        ],
      },
    },
  );
  const rules = { tables: [], fields: [{ fieldId: ids.Size, read: "owner" }] };
  expect((await owner.call(`${form.place}/rules`, { method: "PUT", body: rules })).status).toBe(200);
  const { at } = await form.share({}, maker.api);
  const { body } = await form.visitor().get(at);
  expect(
    body.questions.map(({ name, showWhen }: { name: string; showWhen: object }) => [name, showWhen]),
  ).toEqual([
    ["Gift", null],
    ["Name", { or: [] }],
    ["Notes", { and: [{ and: [] }, { field: ids.Gift, equals: false }] }],
  ]);
  expect(await problemsOf(form.visitor(), at, { Name: "x" })).toEqual(["values.Name is not asked for"]);
  expect((await submit(form.visitor(), at, { Notes: "x" })).status).toBe(201);
});

test.describe("values", () => {
  test("of every type become one record of nobody", async () => {
    const { owner, ids, companies } = form;
    const values = {
      ...{ Name: "Ada", Notes: "two\nlines", Amount: -1.5, Price: 9.95, Share: 0.25, Size: "Large" },
      ...{ Sizes: ["Small", "Large"], Gift: true, Day: "2026-01-31", At: "2026-01-31T09:30:00.000Z" },
      ...{ Time: 5400, Stars: 4, Email: "ada@example.com", Site: "https://example.com/" },
      ...{ Phone: "+1 555 0100", Company: [companies.Acme] },
    };
    await form.ask(
      ...Object.keys(values).map((fieldId) => ({
        fieldId,
        required: true,
        linkViewId: fieldId === "Company" ? form.offered : null,
      })),
    );
    const { at, share } = await form.share();
    const answer = await submit(form.visitor(), at, values);
    expect([answer.status, answer.body]).toEqual([201, {}]);
    const [record, ...others] = await form.records();
    expect(others).toEqual([]);
    expect(record?.fields).toEqual({
      ...values,
      ...{ Files: [], "More files": [], "Secret lead": [], Number: 1, "Made by": [], Source: "form" },
      "Secret total": -3,
    });
    const { body: history } = await owner.get(`${form.table}/records/${record?.id}/history`);
    expect(history.history).toMatchObject([
      { source: "form", actor: { kind: "form", id: share.id, name: null, person: null } },
    ]);
    const { body: log } = await owner.get(`${form.place}/changes`);
    expect(log.changes.at(-1)).toMatchObject({ source: "form", actor: { kind: "form", person: null } });
    // Linked from the other side as well, and by a filter of the table.
    const filter = { field: "Source", equals: "form" };
    expect((await owner.post(`${form.table}/records/list`, { filter })).body.total).toBe(1);

    // By id as by name; none is required to be given.
    await form.ask("Name", "Notes");
    expect((await submit(form.visitor(), at, { [ids.Notes ?? ""]: "by id", Name: "" })).status).toBe(201);
    expect((await form.records())[1]?.fields).toMatchObject({ Name: null, Notes: "by id", Amount: null });
  });

  test("are nobody's to undo, and go to the trash like others", async () => {
    const { owner, table } = form;
    const { at } = await form.share();
    await owner.post(`${table}/records`, { record: { Name: "mine" } });
    await submit(form.visitor(), at, { Name: "theirs" });
    expect((await owner.post(`${form.place}/undo`, {})).status).toBe(200);
    const [left, ...others] = await form.records();
    expect([left?.fields.Name, others]).toEqual(["theirs", []]);
    expect((await owner.call(`${table}/records/${left?.id}`, { method: "DELETE" })).status).toBe(200);
    const [entry] = (await owner.get(`${form.place}/trash`)).body.trash;
    expect((await owner.post(`${form.place}/trash/${entry.id}/restore`, {})).status).toBe(200);
    expect((await form.records())[0]?.fields).toMatchObject({
      Name: "theirs",
      Source: "form",
      "Made by": [],
    });
  });

  test("are refused where they are wrong, missing or not asked for", long, async () => {
    const { ids, companies } = form;
    await form.ask(
      { fieldId: "Gift" },
      { fieldId: "Name", required: true, showWhen: { field: "Gift", equals: true } },
      { fieldId: "Notes", showWhen: { field: "Name", is_not_empty: true } },
      { fieldId: "Size" },
      { fieldId: "Amount", required: true },
      { fieldId: "Company", linkViewId: form.offered },
    );
    const { at } = await form.share();
    const visitor = form.visitor();
    const cases: [values: object, problems: string[]][] = [
      [{}, [`values.${ids.Amount} is required`]],
      [{ Amount: null }, ["values.Amount is required"]],
      [{ [ids.Amount ?? ""]: null }, [`values.${ids.Amount} is required`]],
      [{ Amount: "many" }, ['values.Amount takes a number, such as 12.5; "many" is not one']],
      [{ Amount: 1, Gift: true }, [`values.${ids.Name} is required`]],
      [{ Amount: 1, Gift: true, Name: "  " }, ["values.Name is required"]],
      [{ Amount: 1, Name: "hidden" }, ["values.Name is not asked for"]],
      // The hidden name counts as empty, so what depends on it is hidden, too.
      [
        { Amount: 1, Name: "hidden", Notes: "x" },
        ["values.Name is not asked for", "values.Notes is not asked for"],
      ],
      [{ Amount: 1, Gift: false, Name: null }, ["values.Name is not asked for"]],
      [{ Amount: 1, Price: 1 }, ["values.Price is not asked for"]],
      [{ Amount: 1, "Secret total": 5 }, ["values.Secret total is not asked for"]],
      [{ Amount: 1, "Secret lead": [] }, ["values.Secret lead is not asked for"]],
      [{ Amount: 1, "Made by": [] }, ["values.Made by is not asked for"]],
      [{ Amount: 1, id: randomUUID() }, ["values.id is not asked for"]],
      [
        { Amount: 1, [ids.Amount ?? ""]: 2 },
        [`values.${ids.Amount} is the same field as "Amount"; give it only once`],
      ],
      [{ Amount: 1, Size: "Huge" }, ['values.Size has no option "Huge"; the options are "Small", "Large"']],
      [
        { Amount: 1, Company: [companies.Acme, companies["Secret Corp"]] },
        ["values.Company[1] is not a record that this form offers"],
      ],
      [{ Amount: 1, Company: [randomUUID()] }, ["values.Company[0] is not a record that this form offers"]],
    ];
    for (const [values, problems] of cases) {
      expect([values, await problemsOf(visitor, at, values)]).toEqual([values, problems]);
    }
    expect(await form.records()).toEqual([]);
    expect((await submit(visitor, at, { Amount: 1, Gift: true, Name: "Ada", Notes: "x" })).status).toBe(201);
  });

  test("are refused under the key as written", async () => {
    const { owner, table, ids } = form;
    expect((await owner.patch(`${table}/fields/Email`, { isUnique: true })).status).toBe(200);
    await form.ask({ fieldId: "Name", required: true }, "Email");
    const { at } = await form.share();
    const visitor = form.visitor();
    const given = { Name: "Ada", Email: "ada@example.com" };
    expect((await submit(visitor, at, given)).status).toBe(201);
    const pathsOf = async (values: object) =>
      (await problemsOf(visitor, at, values)).map((problem) => problem.split(" ")[0]);
    expect(await pathsOf({})).toEqual([`values.${ids.Name}`]);
    for (const key of ["Name", ids.Name ?? ""]) {
      for (const empty of ["", " ", null]) expect(await pathsOf({ [key]: empty })).toEqual([`values.${key}`]);
    }
    for (const key of ["Email", ids.Email ?? ""]) {
      const { status, body } = await submit(visitor, at, { Name: "Bob", [key]: given.Email });
      expect([status, body.error?.details?.map(({ path }) => path)]).toEqual([409, [`values.${key}`]]);
    }
  });

  test("of conditions are those of the form, whatever a page says", async () => {
    await form.ask(
      { fieldId: "Size" },
      { fieldId: "Name", showWhen: { or: [{ field: "Size", equals: "Large" }] } },
    );
    const { at } = await form.share();
    const visitor = form.visitor();
    const proofless = { id: randomUUID(), values: { Name: "x" }, showWhen: null };
    const answer = await submit(visitor, at, { Name: "x" }, proofless);
    expect(answer.body.error?.details).toEqual([
      { path: "showWhen", message: expect.stringContaining("is not a known key") },
    ]);
    expect(await problemsOf(visitor, at, { Size: "Small", Name: "x" })).toEqual([
      "values.Name is not asked for",
    ]);
    expect((await submit(visitor, at, { Size: "Large", Name: "x" })).status).toBe(201);
  });
});
