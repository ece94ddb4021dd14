/** Calls repeated because their response was lost. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { test } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import type { Answer, ApiClient } from "../api-client";
import { rounds, timeFor } from "../rounds";
import { attempt } from "./attempt";
import { expectOneOf, expectSame, inLanes } from "./in-lanes";
import { Installation, settings } from "./installation";

const count = rounds.cutConnections;

for (const setting of settings) {
  test(`${setting.title}: of ${count} interrupted calls with an Idempotency-Key, each runs once`, async () => {
    test.setTimeout(timeFor(count, 1));
    const installation = await Installation.start(setting);
    try {
      const summary = await cutOffAndRepeat(installation);
      console.log(`${setting.title}: ${summary}`);
    } finally {
      await installation.stop();
    }
  });
}

/** The rows that a call creates, in a table that no other call writes to. */
interface Call {
  readonly path: string;
  readonly body: object;
  readonly key: string;
}

async function cutOffAndRepeat(installation: Installation): Promise<string> {
  const fields = [{ type: "number", name: "Row" }];
  const { body: base } = await installation
    .client(0)
    .post<Base>("/bases", { name: "Retries", tables: [{ name: "Rows", fields }] });
  const rows = `/bases/${base.id}/tables/Rows/records`;
  const made = new Map<number, string[]>();
  const counts = { repeated: 0, replayed: 0, kills: 0 };
  let row = 0;
  await inLanes({ count, lanes: 16 }, async (lane, share) => {
    for (let round = 0; round < share; round++) {
      const size = ++row % 3 === 0 ? 3 : 1;
      const own = row;
      const record = { Row: own };
      const call = {
        path: size === 1 ? rows : `${rows}/bulk`,
        body: size === 1 ? { record } : { records: Array(size).fill(record) },
        key: `row ${own}`,
      };
      await cutOff(installation.client(lane), call);
      // One of many is interrupted by the end of the whole server.
      const dies = own % 200 === 50;
      if (dies) {
        const server = installation.server(counts.kills++);
        server.signal("SIGKILL");
        await server.startAgain();
      }
      const answers = await Promise.all(
        [1, 2].map((turn) => repeat(installation, { call, turn: lane + turn })),
      );
      const last = await repeat(installation, { call, turn: lane });
      for (const { body } of answers) expectSame(body, last.body);
      expectSame(last.headers.get("Idempotency-Replayed"), "true");
      counts.repeated += answers.length;
      counts.replayed += answers.filter(({ headers }) => headers.has("Idempotency-Replayed")).length;
      made.set(
        own,
        rowsIn(last).map(({ id }) => id),
      );
    }
  });
  expectSame(await readRows(installation.client(0), rows), made);
  return `${row} calls, each cut off and repeated; ${counts.replayed} of ${counts.repeated} first repeats were answered from store; ${counts.kills} kills of a server`;
}

/** Sends a call and breaks the connection while it is sent, processed or answered. */
async function cutOff({ origin, key }: ApiClient, { path, body, ...call }: Call): Promise<void> {
  const { hostname, port } = new URL(origin);
  const text = JSON.stringify(body);
  const request = [
    `POST /api/v1${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${key}`,
    "Content-Type: application/json",
    `Idempotency-Key: ${call.key}`,
    `Content-Length: ${text.length}`,
    "",
    text,
  ].join("\r\n");
  const socket = connect(Number(port), hostname);
  // The server may be down; then nothing was sent.
  socket.on("error", () => {});
  const sent = Math.random() < 0.2 ? Math.floor(Math.random() * request.length) : request.length;
  socket.write(request.slice(0, sent));
  const answered = once(socket, "data").catch(() => {});
  // Sometimes waits for the end, so that the response may be lost.
  await Promise.race([answered, delay(Math.random() * usual * 1.3)]);
  socket.destroy();
}

/** The recent duration of such a call, in milliseconds. */
let usual = 40;

/** Repeats the call until there is a response, which must then stay the same. */
async function repeat(
  installation: Installation,
  { call, turn }: { call: Call; turn: number },
): Promise<Answer<Record & RecordPage>> {
  const { path, body, key } = call;
  for (let number = turn; ; number++) {
    const headers = { "Idempotency-Key": key };
    const api = installation.client(number);
    const begun = performance.now();
    const { outcome, answer } = await attempt(
      api.call<Record & RecordPage>(path, { method: "POST", body, headers }),
    );
    if (outcome === "acknowledged" && answer) {
      usual += (performance.now() - begun - usual) / 20;
      return answer;
    }
    // The first call may still be running.
    if (answer) expectOneOf(answer.status, [409, 503]);
    await delay(20);
  }
}

function rowsIn({ body }: Answer<Record & RecordPage>): Record[] {
  return body.records ?? [body];
}

/** The ids of the existing records, by row. */
async function readRows(api: ApiClient, rows: string): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>();
  let cursor: string | undefined;
  do {
    const { body } = await api.post<RecordPage>(`${rows}/list`, { limit: 2_000, cursor });
    for (const { id, fields } of body.records) {
      const row = Number(fields.Row);
      found.set(row, [...(found.get(row) ?? []), id]);
    }
    cursor = body.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}
