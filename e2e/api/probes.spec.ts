/** Monitoring: probes, metrics, and a log line per request. */
import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { layCluster } from "../prepared-cluster";
import { long } from "../rounds";
import { type Launched, Processes } from "./processes";

test.describe.configure({ mode: "serial" });

const processes = new Processes();
const metricsToken = "a-token-for-metrics";
let data: string;
let origin: string;
let launched: Launched;

test.beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), "rowhouse-test-"));
  await layCluster(data);
  launched = processes.launch(["start"], {
    ROWHOUSE_DATA_DIR: data,
    PAGES: "on",
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: "info",
  });
  await expect.poll(launched.output).toContain("Press Ctrl+C to stop.");
  origin = / API +(http:\S+)\/api/.exec(launched.output())?.[1] ?? "";
});
test.afterAll(async () => {
  await processes.stop();
  await rm(data, { recursive: true, force: true });
});

test("the probes answer without a key", async () => {
  for (const probe of ["/healthz", "/readyz", "/readyz?from=here"]) {
    const answer = await fetch(`${origin}${probe}`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: "ok" }]);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const head = await fetch(`${origin}${probe}`, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const post = await fetch(`${origin}${probe}`, { method: "POST" });
    expect([post.status, post.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test("metrics need the token, and count requests by operation and status", async () => {
  const api = new ApiClient(origin, processes.key);
  expect((await api.get("/test")).status).toBe(200);
  expect((await api.get("/bases/0123456789abcdef")).status).toBe(404);
  expect((await api.get("/nothing")).status).toBe(404);
  for (const authorization of ["", "Bearer wrong", metricsToken, `Bearer ${processes.key}`]) {
    const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: authorization } });
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  }
  const answer = await fetch(`${origin}/metrics`, { headers: { Authorization: `Bearer ${metricsToken}` } });
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
    200,
    expect.stringMatching(/^text\/plain/),
  ]);
  const text = await answer.text();
  for (const line of [
    /^rowhouse_requests_total\{operation="testKey",status="200"\} 1$/m,
    /^rowhouse_requests_total\{operation="getBase",status="404"\} 1$/m,
    /^rowhouse_requests_total\{operation="none",status="404"\} 1$/m,
    /^rowhouse_request_duration_seconds_bucket\{le="30",operation="testKey"\} 1$/m,
    /^rowhouse_database_connections\{state="idle"\} \d+$/m,
    /^rowhouse_live_streams 0$/m,
    /^process_resident_memory_bytes \d+$/m,
    /^nodejs_eventloop_lag_seconds /m,
  ])
    expect(text).toMatch(line);
});

test("each request is one line in the log, sign-ins too, and none has a secret in it", long, async () => {
  const api = new ApiClient(origin, processes.key);
  const before = launched.errors().length;
  const { body: base } = await api.post("/bases", { name: "Logged" });
  await api.get(`/bases/${base.id}?dryRun=secret-query`);
  await new ApiClient(origin, null).post("/session", { key: "sk_prod_secret" });
  await ApiClient.signIn(origin, processes.key);
  await api.call(`/bases/${base.id}/attachments?filename=secret.txt`, {
    method: "POST",
    raw: "secret-bytes",
    headers: { "Content-Type": "text/plain" },
  });
  await fetch(`${origin}/api/v1/attachments/0123456789abcdef0123456789abcdef/secret.txt`);
  await fetch(`${origin}/login?next=/secret`);
  const logged = () => launched.errors().slice(before);
  await expect.poll(() => logged().trim().split("\n").length).toBe(7);
  const lines = logged()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const told = lines.map(({ method, path, operation, status }) =>
    [method, path, operation, status].join(" "),
  );
  expect(told).toEqual([
    "POST /api/v1/bases createBase 201",
    `GET /api/v1/bases/${base.id} getBase 400`,
    "POST /api/v1/session createSession 401",
    "POST /api/v1/session createSession 204",
    `POST /api/v1/bases/${base.id}/attachments createAttachment 201`,
    "GET /api/v1/attachments/… getAttachment 401",
    "GET /login page 200",
  ]);
  for (const line of lines) {
    expect(line).toMatchObject({ level: 30, msg: "request", ms: expect.any(Number), address: "127.0.0.1" });
  }
  expect(lines[0].caller).toMatch(/^key [\da-f-]{36}$/);
  expect(lines[0].requestId).toMatch(/^[\da-f-]{36}$/);
  expect(logged()).not.toMatch(/secret|sk_prod|0123456789abcdef0123/);
});

test("a server that stops is healthy and not ready", async () => {
  // A pending request, for which a server waits.
  const socket = connect(Number(new URL(origin).port), "127.0.0.1");
  socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
  let answers = "";
  socket.on("data", (chunk) => (answers += chunk));
  await expect.poll(() => answers).toContain("200 OK");
  launched.child.kill("SIGTERM");
  answers = "";
  await expect.poll(async () => (await fetch(`${origin}/readyz`)).status).toBe(503);
  socket.write("GET /readyz HTTP/1.1\r\nHost: x\r\n\r\n");
  await expect.poll(() => answers).toContain('{"status":"stopping"}');
  socket.destroy();
});

test("without a token there are no metrics", async ({ baseURL }) => {
  const answer = await fetch(`${baseURL}/metrics`, { redirect: "manual" });
  expect(answer.headers.get("Location")).toMatch(/^\/login/);
});
