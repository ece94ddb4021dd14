/** Worker processes on one port: limits apply to all together, and a crashed worker is replaced. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { Base } from "../../lib/contract/bases";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe.configure({ mode: "default" });

const run = promisify(execFile);
const metricsToken = "a-token-for-metrics";
let server: OwnServer;

test.beforeAll(async () => {
  server = await startOwnServer({
    WORKERS: "2",
    RATE_LIMIT: "30",
    SIGN_IN_ATTEMPTS_PER_MINUTE: "8",
    SIGN_IN_ATTEMPTS_PER_ADDRESS: "6",
    MAX_LIVE_STREAMS: "4",
    MAX_BODY_BYTES: "1000000",
    MAX_BODY_BYTES_AT_ONCE: "4000000",
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: "fatal",
  });
});
test.afterAll(() => server?.stop());
// Waits until the rate limit of the previous test has been refilled.
test.beforeEach(() => delay(1_100));

/** Opens a connection per call, so that the workers take turns. */
async function call(
  path: string,
  { method = "GET", body, headers = {} }: { method?: string; body?: unknown; headers?: object } = {},
): Promise<{ status: number; body: string }> {
  const answer = await open(path, { method, body, headers });
  let text = "";
  for await (const chunk of answer) text += chunk;
  return { status: answer.statusCode ?? 0, body: text };
}

function open(
  path: string,
  { method = "GET", body, headers = {} }: { method?: string; body?: unknown; headers?: object } = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const all = { ...server.api.credentials, "Content-Type": "application/json", ...headers };
    const sent = request(`${server.api.origin}${path}`, { agent: false, method, headers: all }, resolve);
    sent.once("error", reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function countOf(answers: readonly { readonly status: number }[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}

function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, work));
}

async function workers(): Promise<number[]> {
  const { stdout } = await run("ps", ["-o", "pid=,args=", "--ppid", String(server.child.pid)]);
  return stdout
    .split("\n")
    .filter((line) => / work(?: |$)/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

test("a key has one rate limit across workers", long, async () => {
  const begun = performance.now();
  const answers = await times(120, () => call("/api/v1/test"));
  const refilled = ((performance.now() - begun) / 1_000) * 30;
  expect(countOf(answers, 200) + countOf(answers, 429)).toBe(120);
  expect(countOf(answers, 200)).toBeGreaterThanOrEqual(30);
  expect(countOf(answers, 200)).toBeLessThanOrEqual(30 + refilled);
});

test("wrong sign-ins are counted across workers", async () => {
  const answers = await times(20, () =>
    call("/api/v1/session", { method: "POST", body: { key: "x" }, headers: { Authorization: "" } }),
  );
  expect([countOf(answers, 401), countOf(answers, 429)]).toEqual([6, 14]);
});

test("a call with an Idempotency-Key runs once across workers", long, async () => {
  const headers = { "Idempotency-Key": crypto.randomUUID() };
  const answers = await times(12, () =>
    call("/api/v1/bases", { method: "POST", body: { name: "Once" }, headers }),
  );
  expect(countOf(answers, 201) + countOf(answers, 409)).toBe(12);
  const repeat = await call("/api/v1/bases", { method: "POST", body: { name: "Once" }, headers });
  expect(repeat.status).toBe(201);
  const { body } = await server.api.get<Base[]>("/bases");
  expect(body.filter(({ name }) => name === "Once")).toHaveLength(1);
});

test("streams of a key are counted across workers, get all writes, and free their slots", long, async () => {
  const { body: base } = await server.api.post<Base>("/bases", { name: "Live" });
  const path = `/api/v1/bases/${base.id}/changes/live`;
  const opened = await times(8, () => open(path));
  const streams = opened.filter(({ statusCode }) => statusCode === 200);
  expect(opened.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array(4).fill(200),
    ...Array(4).fill(429),
  ]);
  const heard = streams.map((stream) => {
    let text = "";
    stream.on("data", (chunk) => (text += chunk));
    stream.on("error", () => {});
    return () => text;
  });
  const table = { name: "Heard", fields: [{ type: "number", name: "N" }] };
  expect((await call(`/api/v1/bases/${base.id}/tables`, { method: "POST", body: table })).status).toBe(201);
  for (const text of heard) await expect.poll(text, { timeout: 10_000 }).toContain('"Heard"');
  streams[0]?.destroy();
  await expect.poll(async () => (await statusOf(path)) === 200, { intervals: [500] }).toBe(true);
  // The seats of a crashed worker are released.
  const [first = 0] = await workers();
  process.kill(first, "SIGKILL");
  await expect.poll(workers, { timeout: 15_000 }).not.toContain(first);
  await expect.poll(async () => (await statusOf(path)) === 200, { intervals: [500] }).toBe(true);
  for (const stream of streams) stream.destroy();
});

/** Opens a stream and closes it at once. */
async function statusOf(path: string): Promise<number | undefined> {
  const stream = await open(path);
  stream.on("error", () => {});
  stream.destroy();
  return stream.statusCode;
}

test("bodies of a key share its half of the memory budget across workers", long, async () => {
  const size = 900_000;
  const holding: Socket[] = [];
  const { port } = new URL(server.api.origin);
  const head = (length: number) =>
    [
      "POST /api/v1/bases HTTP/1.1",
      "Host: x",
      `Authorization: Bearer ${server.api.key}`,
      "Content-Type: application/json",
      `Content-Length: ${length}`,
      "\r\n",
    ].join("\r\n");
  // Two bodies of 0.9 MB per worker, without their last bytes.
  for (let number = 0; number < 2; number++) {
    const socket = connect(Number(port), "127.0.0.1");
    await once(socket, "connect");
    socket.write(head(size));
    socket.write(" ".repeat(size - 10));
    holding.push(socket);
  }
  await delay(1_500);
  // 1.8 of 2 MB are used; a worker on its own would accept another 0.9.
  const body = { name: "Large", more: "x".repeat(600_000) };
  const answers = [];
  for (let number = 0; number < 2; number++)
    answers.push(await call("/api/v1/bases", { method: "POST", body }));
  expect(answers.map(({ status }) => status)).toEqual([429, 429]);
  for (const socket of holding) socket.destroy();
  const after = async () => (await call("/api/v1/bases", { method: "POST", body })).status;
  await expect.poll(after, { intervals: [500] }).toBe(400);
});

test("metrics cover all workers", long, async () => {
  const before = await countedTests();
  await times(6, () => call("/api/v1/test"));
  expect((await countedTests()) - before).toBe(6);
});

async function countedTests(): Promise<number> {
  const { status, body } = await call("/metrics", { headers: { Authorization: `Bearer ${metricsToken}` } });
  expect(status).toBe(200);
  return Number(/^rowhouse_requests_total\{operation="testKey",status="200"\} (\d+)$/m.exec(body)?.[1] ?? 0);
}

test("a worker that dies is replaced while the other continues", long, async () => {
  const before = await workers();
  expect(before).toHaveLength(2);
  const [first = 0] = before;
  process.kill(first, "SIGKILL");
  await expect.poll(workers).not.toContain(first);
  expect((await times(4, () => call("/healthz"))).map(({ status }) => status)).toEqual(Array(4).fill(200));
  await expect.poll(async () => (await workers()).length, { timeout: 20_000 }).toBe(2);
});

test("connections waiting for a worker that dies go to the other", long, async () => {
  const [first = 0] = await workers();
  process.kill(first, "SIGSTOP");
  const statuses = times(20, () => call("/healthz").then(({ status }) => status, String));
  await delay(500);
  process.kill(first, "SIGKILL");
  expect(await statuses).toEqual(Array(20).fill(200));
  await expect.poll(async () => (await workers()).length, { timeout: 20_000 }).toBe(2);
});

test("all received requests are answered before the workers stop", long, async () => {
  const fields = [{ type: "single_line_text", name: "A" }];
  const { body: base } = await server.api.post<Base>("/bases", {
    name: "Kept",
    tables: [{ name: "T", fields }],
  });
  const path = `/api/v1/bases/${base.id}/tables/T/records/bulk`;
  const body = { records: Array.from({ length: 500 }, (_, number) => ({ A: `${number}` })) };
  const answers = times(8, () => call(path, { method: "POST", body }));
  await delay(100);
  const ended = once(server.child, "exit");
  server.child.kill("SIGTERM");
  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await ended).toEqual([0, null]);
  await expect(call("/healthz")).rejects.toThrow("ECONNREFUSED");
});

test("Ctrl-C reaches every process and stops them in order", long, async () => {
  const own = await startOwnServer({ WORKERS: "2" });
  const slow = own.api.post("/bases", { name: "Answered" });
  await delay(20);
  const { stdout } = await run("ps", ["-o", "pid=,args=", "--ppid", String(own.child.pid)]);
  const pids = stdout
    .split("\n")
    .filter((line) => / work(?: |$)/.test(line))
    .map((line) => Number.parseInt(line, 10));
  expect(pids).toHaveLength(2);
  const ended = once(own.child, "exit");
  for (const pid of [own.child.pid ?? 0, ...pids]) process.kill(pid, "SIGINT");
  expect((await slow).status).toBe(201);
  expect(await ended).toEqual([0, null]);
  await own.stop();
});
