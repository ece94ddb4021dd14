/** Computed fields that change while others read and write, and what readers are told of changes. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Document } from "../../../e2e/api/document";
import { type InProcess, startInProcess } from "../../../e2e/in-process";
import { type Body, tableCalls } from "../../../e2e/table-calls";

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess({ ownCluster: true });
});
afterAll(() => server.stop());

const { good, make } = tableCalls(() => server);

/** Teams with players, and their points. */
async function makeTeams() {
  const { id } = await good("POST", "/bases", {
    name: "Teams",
    tables: [
      { name: "Teams", fields: [{ name: "Name", type: "single_line_text" }] },
      {
        name: "Players",
        fields: [
          { name: "Name", type: "single_line_text" },
          { name: "N", type: "number" },
          { name: "Team", type: "linked_record", template: { tableId: "Teams" } },
        ],
      },
    ],
  });
  const base = `/bases/${id}`;
  const [teams, players] = [`${base}/tables/Teams`, `${base}/tables/Players`];
  const team = await good("POST", `${teams}/records`, { record: { Name: "One" } });
  const { records } = await good("POST", `${players}/records/bulk`, {
    records: [1, 2, 3].map((N) => ({ Name: `p${N}`, N, Team: [team.id] })),
  });
  return { base, teams, players, team, playerIds: records.map((record: Body) => record.id) as string[] };
}

test("readers and writers meet no failure and no mixture while formulas are made, changed and deleted", async () => {
  const { base, teams, players, playerIds } = await makeTeams();
  const value = await make(players, "Value", "formula", { formula: "{N} * 10" });
  await make(players, "Next", "formula", { formula: "{Value} + 1" });
  const sum = { linkFieldId: "Players", targetFieldId: "Value", function: "sum" };
  await make(teams, "Sum", "rollup", sum);
  await make(teams, "Twice", "formula", { formula: "{Sum} * 2" });
  const expected = [200, 201, 400, 404, 409, 412];
  const seen = new Set<number>();
  let isOver = false;
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await server.call(method, path, body);
    seen.add(answer.status);
    expect([method, path, expected.includes(answer.status), answer.body.error?.message]).toEqual([
      method,
      path,
      true,
      answer.status < 300 ? undefined : expect.any(String),
    ]);
    return answer;
  };
  const expectPlayer = ({ fields, errors = {} }: Body) => {
    // Next is an error while Value is in the trash.
    if (!("Value" in fields))
      return expect([fields.Next ?? null, Object.values(errors)]).toEqual([null, ["REF"]]);
    expect([10 * fields.N, 1000 * fields.N]).toContain(fields.Value);
    expect([fields.Next, errors]).toEqual([fields.Value + 1, {}]);
  };
  const changeFormulas = async () => {
    for (let round = 0; round < 12; round++) {
      const formula = round % 2 === 0 ? "{N} * 1000" : "{N} * 10";
      await call("PATCH", `${players}/fields/${value.id}`, { template: { formula } });
      const { body } = await call("POST", `${players}/fields`, {
        name: "Passing",
        type: "formula",
        template: { formula: `{Next} & "${round}"` },
      });
      await call("PATCH", `${players}/fields/${body.id}`, { template: { formula: "{Value} > 5" } });
      await call("DELETE", `${players}/fields/${body.id}`);
      if (round % 4 !== 3) continue;
      await call("DELETE", `${players}/fields/${value.id}`);
      const { trash } = await good("GET", `${base}/trash`);
      const { id } = trash.find(({ name }: Body) => name === "Value");
      await call("POST", `${base}/trash/${id}/restore`);
    }
  };
  const writeRecords = async () => {
    for (let n = 1; !isOver; n++) {
      const { body } = await call("PATCH", `${players}/records/${playerIds[n % 3]}`, { record: { N: n } });
      expectPlayer(body);
      expect(body.fields.N).toBe(n);
    }
  };
  const readRecords = async () => {
    while (!isOver) {
      const listed = await call("POST", `${players}/records/list`, {});
      for (const record of listed.body.records) expectPlayer(record);
      const { status, body } = await call("POST", `${players}/records/list`, {
        sort: [{ field: "Next", direction: "desc" }],
        filter: { field: "Next", is_not_empty: true },
      });
      if (status === 200) for (const record of body.records) expectPlayer(record);
      const { body: found } = await call("POST", `${teams}/records/list`, {});
      const [{ fields, errors = {} }] = found.records;
      if (Object.keys(errors).length > 0) expect(Object.values(errors)).toEqual(["REF", "REF"]);
      else expect(fields.Twice).toBe(2 * fields.Sum);
    }
  };
  const changed = changeFormulas().finally(() => {
    isOver = true;
  });
  await Promise.all([changed, writeRecords(), readRecords()]);
  expect(seen).toContain(200);
  expect(seen).toContain(201);
  // Twelve rounds end with the first formula.
  const { records } = await good("POST", `${players}/records/list`, {});
  expect(records.map(({ fields }: Body) => fields.Next - 10 * fields.N)).toEqual([1, 1, 1]);
}, 60_000);

describe("readers", () => {
  test("get records with errors that are valid by the OpenAPI document", async () => {
    const { base, teams, players, team, playerIds } = await makeTeams();
    const ratio = await make(players, "Ratio", "formula", { formula: "1 / ({N} - 2)" });
    const sum = { linkFieldId: "Players", targetFieldId: "Ratio", function: "sum" };
    const failed = await make(teams, "Sum", "rollup", sum);
    await make(teams, "List", "formula", { formula: "{Players.Ratio}" });
    await make(teams, "Looked up", "lookup", { linkFieldId: "Players", targetFieldId: "Ratio" });
    await make(players, "Is large", "formula", { formula: "{Ratio} > 1" });
    await make(players, "Day", "formula", { formula: `IF({Ratio} > 1, TODAY())` });
    for (const [path, ids] of [
      ["/openapi.json", { base: "{databaseId}", table: (_: string) => "{tableId}" }],
      [`${base}/openapi.json`, { base: base.replace("/bases/", ""), table: (id: string) => id }],
    ] as const) {
      const document = new Document(await good("GET", path));
      for (const [table, recordId, fieldId, code] of [
        [players, playerIds[1], ratio.id, "DIV0"],
        [teams, team.id, failed.id, "DIV0"],
      ]) {
        const { id } = await good("GET", table);
        const at = `/bases/${ids.base}/tables/${ids.table(id)}/records`;
        const schemaOf = (place: string, method: "get" | "post" | "patch"): Body => {
          const answer: Body = document.openApi.paths[place]?.[method]?.responses[200];
          return answer.content["application/json"].schema;
        };
        const one = await good("GET", `${table}/records/${recordId}`);
        expect([one.data[fieldId], one.errors[fieldId]]).toEqual([null, code]);
        document.check(schemaOf(`${at}/{recordId}`, "get"), one, "a record");
        const listed = await good("POST", `${table}/records/list`, {});
        document.check(schemaOf(`${at}/list`, "post"), listed, "a page");
        const patched = await good("PATCH", `${table}/records/${recordId}`, { record: { Name: "New" } });
        document.check(schemaOf(`${at}/{recordId}`, "patch"), patched, "an update");
        expect(patched.errors[fieldId]).toBe(code);
      }
    }
  });

  test("of a table with a rollup are told of changes of the linked records and of the links", async () => {
    const { base, teams, players, team, playerIds } = await makeTeams();
    const n = (await good("GET", `${players}/fields/N`)).id;
    await make(teams, "Sum", "rollup", { linkFieldId: "Players", targetFieldId: "N", function: "sum" });
    let { next } = await good("GET", `${base}/changes`);
    const changes = async () => {
      let all: Body[] = [];
      for (let hasMore = true; hasMore; ) {
        const page = await good("GET", `${base}/changes?since=${encodeURIComponent(next)}`);
        all = [...all, ...page.changes];
        ({ next, hasMore } = page);
      }
      return all;
    };
    await changes();
    const tableIds = [(await good("GET", players)).id, (await good("GET", teams)).id];
    const sum = async () => (await good("GET", `${teams}/records/${team.id}`)).fields.Sum;
    await good("PATCH", `${players}/records/${playerIds[0]}`, { record: { N: 100 } });
    expect(await changes()).toMatchObject([
      { kind: "record", tableId: tableIds[0], id: playerIds[0], before: { [n]: 1 }, after: { [n]: 100 } },
    ]);
    expect(await sum()).toBe(105);
    await good("PATCH", `${players}/records/${playerIds[0]}`, { record: { Team: [] } });
    const unlinked = await changes();
    expect(unlinked.map(({ tableId, id, isEcho }) => [tableId, id, isEcho]).toSorted()).toEqual(
      [
        [tableIds[0], playerIds[0], false],
        [tableIds[1], team.id, true],
      ].toSorted(),
    );
    expect(await sum()).toBe(5);
    await good("PATCH", `${teams}/fields/Sum`, { template: { function: "max" } });
    expect((await changes()).map(({ kind, tableId }) => [kind, tableId])).toEqual([["field", tableIds[1]]]);
    expect(await sum()).toBe(3);
  });
});
