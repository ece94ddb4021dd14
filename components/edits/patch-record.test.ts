import { afterEach, describe, expect, it, vi } from "vitest";
import { Conflicted } from "./conflicted";
import { isChangedByOthers, patchRecord } from "./patch-record";

const edit = { recordId: "r1", fieldId: "f1", value: "mine", draft: "mine" };
const opened = (...held: unknown[]) => ({ ...edit, opened: { held } });

it.each([
  ["the value its editor was opened on", opened("A"), "A", false],
  ["someone else's value", opened("A"), "B", true],
  ["nothing, cleared by someone else", opened("A"), null, true],
  ["the typed value, as after a lost response", opened("A"), "mine", false],
  ["the value before one's own refused edit", opened("one", "A"), "A", false],
  ["nothing, as before", opened(null), undefined, false],
  ["a list with the same items", opened(["a", "b"]), ["a", "b"], false],
  ["a list in another order", opened(["a", "b"]), ["b", "a"], true],
  ["any value, edited without an editor", edit, "B", false],
])("a cell that holds %s", (_, made, now, expected) => {
  expect(isChangedByOthers(made, now)).toBe(expected);
});

const place = { databaseId: "b1", tableId: "t1", recordId: "r1" };

/** A record in a server that compares what is expected, and reads no value that starts with "?". */
function serve(held: unknown) {
  const now = { id: "r1", data: { f1: held } as { [id: string]: unknown } };
  const sent: { key: string | null; expected?: { [id: string]: unknown } }[] = [];
  const respond = (code: string, status: number, details: object[]) =>
    Response.json({ error: { code, message: code, details } }, { status });
  vi.stubGlobal("fetch", async (address: string, { method, headers, body }: RequestInit) => {
    if (address.includes("/history")) return Response.json({ history: [] });
    if (method === "GET") return Response.json(structuredClone(now));
    const { record, expected } = JSON.parse(String(body));
    sent.push({ key: new Headers(headers).get("Idempotency-Key"), ...(expected && { expected }) });
    if (String(expected?.f1).startsWith("?")) {
      return respond("BAD_REQUEST", 400, [{ path: "expected.f1", message: "is not an option" }]);
    }
    if (expected && expected.f1 !== now.data.f1) {
      const details = [{ path: "expected.f1", message: "does not match", record: structuredClone(now) }];
      return respond("PRECONDITION_FAILED", 412, details);
    }
    Object.assign(now.data, record);
    return Response.json(structuredClone(now));
  });
  return { now, sent };
}

afterEach(() => vi.unstubAllGlobals());

describe("patchRecord", () => {
  const sending = { idempotencyKey: "k1" };

  it("expects nothing of cells that were changed without an editor", async () => {
    const { now, sent } = serve("B");
    await patchRecord(place, [edit], sending);
    expect([now.data.f1, sent]).toEqual(["mine", [{ key: "k1" }]]);
  });

  it("writes typed text in one request if the cell holds what the editor was opened on", async () => {
    const { now, sent } = serve(null);
    await patchRecord(place, [opened(undefined)], sending);
    expect([now.data.f1, sent]).toEqual(["mine", [{ key: "k1", expected: { f1: null } }]]);
  });

  it("writes nothing over someone else's value", async () => {
    const { now } = serve("B");
    const failure = await patchRecord(place, [opened("A")], sending).catch((error) => error);
    expect(failure).toBeInstanceOf(Conflicted);
    expect([now.data.f1, failure.record.data.f1]).toEqual(["B", "B"]);
  });

  it("accepts the value before one's own refused edit, by another request", async () => {
    const { now, sent } = serve("A");
    await patchRecord(place, [opened("refused", "A")], sending);
    expect([now.data.f1, sent.map(({ expected }) => expected)]).toEqual([
      "mine",
      [{ f1: "refused" }, { f1: "A" }],
    ]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
  });

  it("reads the record if the field takes the expected value no longer", async () => {
    const { now } = serve("A");
    await expect(patchRecord(place, [opened("?gone")], sending)).rejects.toBeInstanceOf(Conflicted);
    await patchRecord(place, [opened("?gone", "A")], sending);
    expect(now.data.f1).toBe("mine");
  });

  it("ends at the typed value, as after a lost response", async () => {
    const { sent } = serve("mine");
    const record = await patchRecord(place, [opened("A")], sending);
    expect([record.data.f1, sent.length]).toEqual(["mine", 1]);
  });
});
