/** Attacks that one caller may try against the others: loops of the worst known requests of each kind. */
import { setTimeout as delay } from "node:timers/promises";
import { type Caller, drip, pipeline } from "./caller";

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly template?: object;
}

/** The environment of an attack. */
export interface Ground {
  /** Has a key for this database only, with the scopes `read`, `write` and `schema`. */
  readonly attacker: Caller;
  /** Has no key. */
  readonly nobody: Caller;
  readonly databaseId: string;
  /** True for a full run, false for a short one. */
  readonly isFull: boolean;
}

export interface Attack {
  readonly title: string;
  /** The expected statuses, besides 429 and 503. */
  readonly answers: readonly number[];
  /** Sets up the attack. Returns a request to repeat, and the number of parallel lanes. */
  prepare(ground: Ground): Promise<{ lanes: number; hit(signal: AbortSignal): Promise<number> }>;
}

let tables = 0;

/** Creates a table and returns its URL path. */
async function makeTable({ attacker, databaseId }: Ground, fields: readonly Field[]): Promise<string> {
  const name = `Ground ${++tables}`;
  const path = `/bases/${databaseId}/tables`;
  // The previous attack may still use up this caller's limits.
  const { id } = await untilLet(() => attacker.json<{ id: string }>(path, "POST", { name, fields }));
  return `/bases/${databaseId}/tables/${id}`;
}

/** Retries while the response is a 429. */
async function untilLet<Body>(call: () => Promise<Body>): Promise<Body> {
  for (const end = performance.now() + 60_000; ; await delay(500)) {
    try {
      return await call();
    } catch (error) {
      if (!String(error).includes(": 429 ") || performance.now() > end) throw error;
    }
  }
}

async function fill({ attacker }: Ground, table: string, records: readonly object[]): Promise<string[]> {
  const ids: string[] = [];
  // In batches, as a body is limited to 10 MB.
  const size = Math.max(
    1,
    Math.min(2_000, Math.floor(6_000_000 / Buffer.byteLength(JSON.stringify(records[0] ?? {})))),
  );
  for (let at = 0; at < records.length; at += size) {
    const body = { records: records.slice(at, at + size) };
    const { records: made } = await untilLet(() =>
      attacker.json<{ records: { id: string }[] }>(`${table}/records/bulk`, "POST", body),
    );
    ids.push(...made.map(({ id }) => id));
  }
  return ids;
}

const text = (name: string): Field => ({ name, type: "single_line_text" });
const ideographs = (length: number, from: number) =>
  Array.from({ length }, (_, at) => String.fromCharCode(0x4e00 + ((7 * at + from) % 20_000))).join("");

/** Repeats a call. */
function repeatedly(
  caller: Caller,
  { path, method = "POST", body, lanes }: { path: string; method?: string; body?: unknown; lanes: number },
) {
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const hit = async (signal: AbortSignal) =>
    (await caller.send(path, { method, signal, ...(bytes && { body: bytes }) })).status;
  return { lanes, hit };
}

/** Sends most of a body at once and the rest in small pieces. */
function slowBodies(path: string): Attack["prepare"] {
  return async ({ nobody, isFull }) => {
    const part = Buffer.alloc(isFull ? 9_700_000 : 1_000_000, "x");
    const { host } = new URL(nobody.origin);
    const head = `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9990000\r\n\r\n`;
    const hit = async (signal: AbortSignal) => {
      const line = await drip(nobody.origin, { head, part, pause: 200, signal });
      await delay(100);
      return Number(line.split(" ")[1] ?? 0);
    };
    return { lanes: isFull ? 100 : 10, hit };
  };
}

export const attacks: readonly Attack[] = [
  {
    title: "slow bodies for signing in",
    answers: [0, 400, 408, 413],
    prepare: slowBodies("/api/v1/session"),
  },
  {
    title: "slow bodies for a page",
    answers: [0, 200, 307, 400, 404, 405, 408, 413],
    prepare: slowBodies("/login"),
  },
  {
    title: "pages of huge cells",
    answers: [200],
    async prepare(ground) {
      const table = await makeTable(ground, [{ name: "Notes", type: "long_text" }]);
      const cell = "永".repeat(ground.isFull ? 90_000 : 20_000);
      await fill(ground, table, Array(ground.isFull ? 500 : 50).fill({ Notes: cell }));
      return repeatedly(ground.attacker, { path: `${table}/records/list`, body: { limit: 2_000 }, lanes: 4 });
    },
  },
  {
    title: "a search that almost matches everywhere",
    answers: [200, 400],
    async prepare(ground) {
      const table = await makeTable(ground, [{ name: "Notes", type: "long_text" }]);
      await fill(ground, table, [{ Notes: "a".repeat(100_000) }]);
      const condition = { field: "Notes", contains: `b${"a".repeat(49_000)}` };
      return repeatedly(ground.attacker, {
        path: `${table}/records/list`,
        body: { filter: { or: Array(ground.isFull ? 10 : 1).fill(condition) } },
        lanes: ground.isFull ? 24 : 4,
      });
    },
  },
  {
    title: "a search of maximum length",
    answers: [200, 400],
    async prepare(ground) {
      const table = await makeTable(ground, [{ name: "Notes", type: "long_text" }]);
      await fill(ground, table, Array(ground.isFull ? 60 : 5).fill({ Notes: "a".repeat(100_000) }));
      const search = `b${"a".repeat(999)}`;
      return repeatedly(ground.attacker, {
        path: `${table}/records/list`,
        body: { search },
        lanes: ground.isFull ? 24 : 4,
      });
    },
  },
  {
    title: "changes of type with waiting writers",
    answers: [200, 409],
    async prepare(ground) {
      const table = await makeTable(ground, [text("Name"), text("Value")]);
      await fill(
        ground,
        table,
        Array.from({ length: ground.isFull ? 50_000 : 2_000 }, (_, at) => ({
          Name: `n ${at}`,
          Value: `${at}`,
        })),
      );
      const [id] = await fill(ground, table, [{ Name: "x", Value: "1" }]);
      const types = ["number", "single_line_text"];
      let turn = 0;
      const hit = async (signal: AbortSignal) => {
        const isChange = turn % 25 === 0;
        const type = types[Math.floor(turn++ / 25) % 2];
        const body = JSON.stringify(isChange ? { type } : { record: { Name: `n ${turn}` } });
        const path = isChange ? `${table}/fields/Value` : `${table}/records/${id}`;
        return (await ground.attacker.send(path, { method: "PATCH", body, signal })).status;
      };
      return { lanes: 25, hit };
    },
  },
  {
    title: "lookups of lookups",
    answers: [200],
    async prepare(ground) {
      const { attacker } = ground;
      const table = await makeTable(ground, [text("Name")]);
      const tableId = table.split("/").at(-1);
      const add = (field: Field) =>
        attacker.json<unknown>(`${table}/fields`, "POST", field).then(
          () => true,
          () => false,
        );
      await add({ name: "To", type: "linked_record", template: { tableId } });
      let above = "Name";
      // As deep as the server allows.
      for (let depth = 1; depth <= (ground.isFull ? 100 : 4); depth++) {
        const name = `Look ${depth}`;
        const template = { linkFieldId: "To", targetFieldId: above };
        if (!(await add({ name, type: "lookup", template }))) break;
        above = name;
      }
      const ids = await fill(ground, table, Array(50).fill({ Name: "n" }));
      await attacker.json(`${table}/records/bulk`, "PUT", {
        records: ids.map((recordId, at) => ({ recordId, To: ids.slice(at, at + 20) })),
      });
      return repeatedly(attacker, { path: `${table}/records/list`, body: {}, lanes: 8 });
    },
  },
  {
    title: "endless different hosts",
    answers: [400],
    async prepare(ground) {
      const table = await makeTable(ground, [{ name: "U", type: "url" }]);
      const record = { U: `http://${ideographs(100_000, 0)}` };
      return repeatedly(ground.attacker, { path: `${table}/records`, body: { record }, lanes: 8 });
    },
  },
  {
    title: "many hosts of maximum length",
    answers: [400],
    async prepare(ground) {
      const table = await makeTable(ground, [{ name: "U", type: "url" }]);
      const records = Array.from({ length: 100 }, (_, at) => ({ U: `http://${ideographs(9_900, at)}` }));
      return repeatedly(ground.attacker, { path: `${table}/records/bulk`, body: { records }, lanes: 8 });
    },
  },
  {
    title: "files of endless different hosts",
    answers: [400],
    async prepare(ground) {
      const table = await makeTable(ground, [text("Name"), { name: "F", type: "attachments" }]);
      const url = `http://${ideographs(100_000, 0)}`;
      const file = {
        filename: "a",
        originalName: "a",
        size: 1,
        mimeType: "a/b",
        url,
        uploadedAt: "2026-01-01T00:00:00Z",
      };
      return repeatedly(ground.attacker, {
        path: `${table}/records`,
        body: { record: { F: [file] } },
        lanes: 8,
      });
    },
  },
  {
    title: "a change of type of texts that are slow to match",
    answers: [200],
    async prepare(ground) {
      const table = await makeTable(ground, [text("Name"), { name: "Notes", type: "long_text" }]);
      await fill(ground, table, Array(20).fill({ Notes: `x.${"a".repeat(99_000)}..` }));
      return repeatedly(ground.attacker, {
        path: `${table}/fields/Notes?dryRun=true`,
        method: "PATCH",
        body: { type: "url" },
        lanes: 4,
      });
    },
  },
  {
    title: "bulk calls with only invalid values",
    answers: [400, 413],
    async prepare(ground) {
      const fields = Array.from({ length: 400 }, (_, at): Field => ({ name: `f${at}`, type: "number" }));
      const table = await makeTable(ground, fields);
      const record = Object.fromEntries(fields.map(({ name }) => [name, "x"]));
      const records = Array(ground.isFull ? 2_000 : 200).fill(record);
      return repeatedly(ground.attacker, { path: `${table}/records/bulk`, body: { records }, lanes: 3 });
    },
  },
  {
    title: "bulk calls of maximum size",
    answers: [200],
    async prepare(ground) {
      const fields = Array.from({ length: 20 }, (_, at): Field => ({ name: `f${at}`, type: "url" }));
      const table = await makeTable(ground, fields);
      const record = Object.fromEntries(fields.map(({ name }) => [name, "https://example.com/a/b/c"]));
      const records = Array(ground.isFull ? 2_000 : 100).fill(record);
      return repeatedly(ground.attacker, {
        path: `${table}/records/bulk?dryRun=true`,
        body: { records },
        lanes: 3,
      });
    },
  },
  {
    title: "filters with only invalid operators",
    answers: [400, 413],
    async prepare(ground) {
      const table = await makeTable(ground, [text("Name")]);
      const filters = { Name: Object.fromEntries(Array.from({ length: 9_900 }, (_, at) => [`op${at}`, 1])) };
      return repeatedly(ground.attacker, { path: `${table}/records/list`, body: { filters }, lanes: 8 });
    },
  },
  {
    title: "the OpenAPI document of a large database that changes",
    answers: [200],
    async prepare(ground) {
      const { attacker, databaseId } = ground;
      const fields = Array.from(
        { length: 100 },
        (_, at): Field => ({ name: `f${at}`, type: "single_line_text" }),
      );
      let table = "";
      for (let at = 0; at < (ground.isFull ? 60 : 2); at++) table = await makeTable(ground, fields);
      let turn = 0;
      const hit = async (signal: AbortSignal) => {
        const body = JSON.stringify({ name: `name ${++turn}` });
        if (turn % 10 === 0)
          await attacker.send(`${table}/fields/${encodeURIComponent("f99")}`, {
            method: "PATCH",
            body,
            signal,
          });
        return (await attacker.send(`/bases/${databaseId}/openapi.json`, { signal })).status;
      };
      return { lanes: 3, hit };
    },
  },
  {
    title: "lists with an idempotency key",
    answers: [200, 400],
    async prepare(ground) {
      const table = await makeTable(ground, [{ name: "Notes", type: "long_text" }]);
      await fill(ground, table, Array(100).fill({ Notes: "x".repeat(ground.isFull ? 50_000 : 5_000) }));
      let turn = 0;
      const hit = async (signal: AbortSignal) => {
        const headers = { "Idempotency-Key": `again ${turn++}` };
        const sent = { method: "POST", body: "{}", headers, signal };
        return (await ground.attacker.send(`${table}/records/list`, sent)).status;
      };
      return { lanes: 4, hit };
    },
  },
  {
    title: "streams of large changes",
    answers: [200],
    async prepare(ground) {
      const { attacker, databaseId, isFull } = ground;
      const table = await makeTable(ground, [{ name: "Notes", type: "long_text" }]);
      const [id] = await fill(ground, table, [{ Notes: "x" }]);
      const streams = isFull ? 90 : 10;
      let open = 0;
      let turn = 0;
      const hit = async (signal: AbortSignal) => {
        if (open < streams) {
          open++;
          const ended = () => void open--;
          return (await attacker.send(`/bases/${databaseId}/changes/live`, { signal }).finally(ended)).status;
        }
        await delay(200, undefined, { signal });
        const body = JSON.stringify({ record: { Notes: `${turn++}`.padEnd(50_000, "x") } });
        return (await attacker.send(`${table}/records/${id}`, { method: "PATCH", body, signal })).status;
      };
      return { lanes: streams + 1, hit };
    },
  },
  {
    title: "pipelined requests",
    answers: [0],
    async prepare({ nobody, isFull }) {
      const hit = async (signal: AbortSignal) => {
        await pipeline(nobody.origin, { path: "/openapi.json", count: isFull ? 1_000 : 100, signal });
        return 0;
      };
      return { lanes: 2, hit };
    },
  },
  {
    title: "wrong sign-ins",
    answers: [401],
    async prepare({ nobody }) {
      const key = `sk_prod_${"1".repeat(40)}`;
      return repeatedly(nobody, { path: "/session", body: { key }, lanes: 50 });
    },
  },
  {
    title: "unknown keys",
    answers: [401],
    async prepare({ nobody }) {
      let turn = 0;
      const hit = async (signal: AbortSignal) => {
        const key = `${turn++}`.padStart(40, "2").replaceAll("0", "z");
        const headers = { Authorization: `Bearer sk_prod_${key}` };
        return (await nobody.send("/bases", { headers, signal })).status;
      };
      return { lanes: 20, hit };
    },
  },
];
