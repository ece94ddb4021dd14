/** Submissions of forms: each is taken once, by who has done the work, and no more than the form takes. */
import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { type Proof, proofOfWork } from "../../lib/contract/forms";
import { expect, test } from "../fixtures";
import { long, rounds, timeFor } from "../rounds";
import { AForm, proofFor, submit } from "./a-form";
import { anAddress, type PeopleServer, startPeopleServer, visitorOf } from "./people-server";

test.describe.configure({ mode: "default" });

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

async function names(): Promise<unknown[]> {
  return (await form.records()).map(({ fields }) => fields.Name);
}

/** The problem of a refused proof. */
const refused = (message: string) => [400, [{ path: "proof", message }]];

async function outcome(answer: ReturnType<typeof submit>): Promise<unknown[]> {
  const { status, body } = await answer;
  return [status, body.error?.details ?? body.error?.message ?? body];
}

test("a proof is taken once, and only for its own form, unchanged and in time", long, async () => {
  const { at } = await form.share();
  const visitor = form.visitor();
  const proof = await proofFor(visitor, at);
  const send = (given: object, values = { Name: "Ada" }) => outcome(submit(visitor, at, values, given));
  const foreign = "is not the solution of a challenge of this form";

  const { at: other } = await (await AForm.make(server.owner)).share();
  expect(await outcome(submit(visitor, other, {}, { proof }))).toEqual(refused(foreign));
  const { at: beside } = await form.share();
  expect(await outcome(submit(visitor, beside, {}, { proof }))).toEqual(refused(foreign));
  const { challenge, solution } = proof;
  const changed: object[] = [
    { challenge, solution: { ...solution, derivedKey: "00".repeat(32) } },
    { challenge, solution: { ...solution, counter: solution.counter + 1 } },
    { challenge: { ...challenge, signature: challenge.signature.toUpperCase() }, solution },
    { challenge: { ...challenge, signature: "" }, solution },
    { challenge: { ...challenge, parameters: {} }, solution },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, extra: 1 } }, solution },
    { challenge: { ...challenge, parameters: { ...challenge.parameters, expiresAt: 9e9 } }, solution },
    {
      challenge: { ...challenge, parameters: { ...challenge.parameters, keyPrefix: "" } },
      solution: { counter: 0, derivedKey: "" },
    },
  ];
  for (const each of changed) {
    expect([each, await send({ proof: each })]).toEqual([each, refused(foreign)]);
  }
  const late = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 1 } };
  expect(await send({ proof: { challenge: late, solution } })).toEqual(
    refused("has expired; solve a new challenge"),
  );
  for (const missing of [undefined, null, {}, { challenge }]) {
    expect((await send({ proof: missing }))[0]).toBe(400);
  }
  const { expiresAt } = challenge.parameters as { expiresAt: number };
  expect(Math.abs(expiresAt - Date.now() / 1_000 - proofOfWork.minutes * 60)).toBeLessThan(60);
  expect(solution.counter).toBeGreaterThanOrEqual(proofOfWork.counters.min);
  expect(solution.counter).toBeLessThanOrEqual(proofOfWork.counters.max);

  // A refused submission has not used it.
  expect(await send({ proof }, { Nope: 1 } as never)).toEqual([
    400,
    [{ path: "values.Nope", message: "is not asked for" }],
  ]);
  expect(await send({ proof })).toEqual([201, {}]);
  expect(await send({ proof })).toEqual(refused("was used for another submission; solve a new challenge"));
  expect(await names()).toEqual(["Ada"]);
});

test("a password that changes ends what was begun under the one before", long, async () => {
  const { at, share } = await form.share();
  const visitor = form.visitor();
  const proof = await proofFor(visitor, at);
  await server.owner.patch(`${form.place}/shares/${share.id}`, { password: "new" });
  const answer = await visitor.call(`${at}/submissions`, {
    method: "POST",
    body: { id: randomUUID(), values: {}, proof },
    headers: { "X-Share-Password": "new" },
  });
  expect([answer.status, answer.body.error.details[0].path]).toEqual([400, "proof"]);
});

test("the field that robots fill in must be empty", async () => {
  const { at } = await form.share();
  const visitor = form.visitor();
  expect(
    (await submit(visitor, at, { Name: "robot" }, { website: "https://spam.example" })).body.error?.details,
  ).toEqual([{ path: "website", message: expect.stringContaining("must be empty") }]);
  expect((await submit(visitor, at, { Name: "Ada" }, { website: "" })).status).toBe(201);
  expect(await names()).toEqual(["Ada"]);
});

test(
  "the same submission again changes nothing, also at once and once the form is closed",
  long,
  async () => {
    await form.set({ limit: 1 });
    const { at } = await form.share();
    const visitor = form.visitor();
    const id = randomUUID();
    const proofs = await Promise.all(Array.from({ length: 5 }, () => proofFor(visitor, at)));
    const first = { id: id.toUpperCase(), proof: proofs[0] };
    const answers = await Promise.all([
      ...proofs.map((proof) => outcome(submit(visitor, at, { Name: "Ada" }, { id, proof }))),
      // With the same proof as well, as after a lost answer.
      ...proofs.slice(0, 3).map(() => outcome(submit(visitor, at, { Name: "Ada" }, first))),
    ]);
    expect(answers).toEqual(Array(8).fill([201, {}]));
    await form.set({ isOpen: false });
    expect(await outcome(submit(visitor, at, { Name: "other" }, first))).toEqual([201, {}]);
    expect(await outcome(submit(visitor, at, { Name: "other" }))).toEqual([
      409,
      "This form is closed. It takes no submissions at the moment.",
    ]);
    expect(await names()).toEqual(["Ada"]);
    // A link of the same form is the same form.
    const { at: beside } = await form.share();
    expect(await outcome(submit(visitor, beside, { Name: "other" }, { id }))).toEqual([201, {}]);
    expect(await names()).toEqual(["Ada"]);
  },
);

test("a closed form says why, and asks for nothing", async () => {
  const visitor = form.visitor();
  const { at } = await form.share();
  const closed = async () => {
    const { body } = await visitor.get(at);
    return [body.closed, body.questions.length];
  };
  const cases: [config: object, reason: string, sentence: RegExp][] = [
    [{ isOpen: false }, "closed", /^This form is closed\./],
    [{ closesAt: new Date(Date.now() - 1_000).toISOString() }, "over", /its time is over\.$/],
  ];
  for (const [config, reason, sentence] of cases) {
    await form.set(config);
    expect(await closed()).toEqual([reason, 0]);
    const { status, body } = await submit(visitor, at, { Name: "Ada" });
    expect([status, body.error?.message]).toEqual([409, expect.stringMatching(sentence)]);
    await form.set({ isOpen: true, closesAt: null });
  }
  await form.set({ closesAt: "2999-01-01T00:00:00+01:00" });
  expect(await closed()).toEqual([null, 1]);
  expect(await names()).toEqual([]);
});

test("exactly as many are taken as the form takes, however many come at once", long, async () => {
  await form.set({ limit: 7 });
  const { at } = await form.share();
  const answers = await Promise.all(
    Array.from({ length: 25 }, (_, index) => outcome(submit(form.visitor(), at, { Name: String(index) }))),
  );
  const taken = answers.filter(([status]) => status === 201);
  const full = answers.filter(([status]) => status === 409);
  expect([taken.length, full.length, (await names()).length]).toEqual([7, 18, 7]);
  expect(full[0]).toEqual([409, "This form takes no more submissions: it has as many as it needs."]);
  expect((await form.visitor().get(at)).body.closed).toBe("full");
  // Deleted records were accepted as well.
  const [record] = await form.records();
  await server.owner.call(`${form.table}/records/${record?.id}`, { method: "DELETE" });
  expect((await form.visitor().get(at)).body.closed).toBe("full");
  await form.set({ limit: 8 });
  expect((await submit(form.visitor(), at, { Name: "one more" })).status).toBe(201);
  expect((await form.visitor().get(at)).body.closed).toBe("full");
});

test("submissions go on while the table and the form change", long, async () => {
  const { at } = await form.share();
  const sending = Promise.all(
    Array.from({ length: 30 }, (_, index) => outcome(submit(form.visitor(), at, { Name: String(index) }))),
  );
  for (const name of ["One", "Two", "Three"]) {
    await server.owner.post(`${form.table}/fields`, { name, type: "number" });
    await form.set({ title: name });
  }
  expect(await sending).toEqual(Array(30).fill([201, {}]));
  expect((await names()).length).toBe(30);
});

/** Sends many submissions, each twice, and expects a record of each. */
async function expectNoneLost(count: number): Promise<void> {
  const { at } = await form.share();
  const visitor = form.visitor();
  // The work is done before, so that all come at once.
  const names = Array.from({ length: count }, (_, index) => String(index));
  const expected = names.toSorted();
  const waiting: { name: string; proof: Proof }[] = [];
  const solver = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      waiting.push({ name, proof: await proofFor(visitor, at) });
    }
  };
  await Promise.all(Array.from({ length: 4 }, solver));
  const sender = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await expectTwice(at, next);
  };
  await Promise.all(Array.from({ length: Math.min(count, 200) }, sender));
  const [counted] = await server.query<{ names: string[]; submissions: number }>(
    `SELECT (SELECT array_agg("data" ->> $2 ORDER BY "data" ->> $2 COLLATE "C") FROM "Record" WHERE "tableId" = $3) AS "names",
       (SELECT count(*)::int FROM "FormSubmission" WHERE "viewId" = $1) AS "submissions"`,
    [form.view.id, form.ids.Name, form.table.split("/").at(-1)],
  );
  expect(counted?.submissions).toBe(count);
  expect(counted?.names).toEqual(expected);
}

async function expectTwice(
  at: string,
  { name, proof }: { readonly name: string; readonly proof: Proof },
): Promise<void> {
  const visitor = form.visitor();
  const id = randomUUID();
  // A busy server asks to try again, as pages do.
  const send = async (): Promise<unknown[]> => {
    const answer = await outcome(submit(visitor, at, { Name: name }, { id, proof }));
    if (answer[0] !== 429 && answer[0] !== 503) return answer;
    await setTimeout(200);
    return send();
  };
  expect(await Promise.all([send(), send()])).toEqual(Array(2).fill([201, {}]));
}

test("none of 200 at once is lost or double", long, async () => {
  test.setTimeout(timeFor(200, 0.2));
  await expectNoneLost(200);
});

test("none of very many is lost or double", long, async () => {
  test.setTimeout(timeFor(rounds.submissions, 0.2));
  await expectNoneLost(rounds.submissions);
});

test("an address sends a form only so many submissions and files a minute", long, async () => {
  test.setTimeout(60_000);
  const limited = await startPeopleServer({ RATE_LIMIT: "1000", FORM_FILES_PER_MINUTE: "3" });
  try {
    const its = await AForm.make(limited.owner);
    await its.ask("Name", "Files");
    const [{ at }, other] = [await its.share(), await AForm.make(limited.owner)];
    const visitor = visitorOf(limited.owner, anAddress());
    for (let sent = 0; sent < 10; sent++) {
      expect((await submit(visitor, at, { Name: String(sent) })).status).toBe(201);
    }
    const { status, body, headers } = await submit(visitor, at, { Name: "eleventh" });
    expect([status, body.error?.message, headers.get("Retry-After")]).toEqual([
      429,
      "Too many submissions were sent. At most 10 per minute are taken.",
      expect.stringMatching(/^[1-6]$/),
    ]);
    expect((await submit(its.visitor(), at, { Name: "from elsewhere" })).status).toBe(201);
    expect((await submit(visitor, (await other.share()).at, { Name: "elsewhere" })).status).toBe(201);
    const upload = () =>
      visitor.call(`${at}/files?submissionId=${randomUUID()}&fieldId=${its.ids.Files}&filename=a.txt`, {
        method: "POST",
        raw: "text",
      });
    for (let sent = 0; sent < 3; sent++) expect((await upload()).status).toBe(201);
    expect((await upload()).status).toBe(429);
  } finally {
    await limited.stop();
  }
});
