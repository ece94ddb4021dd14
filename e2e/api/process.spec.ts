/** The server as a process: shutdown, crashes and messages at startup. */
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Base } from "../../lib/contract/bases";
import type { Key } from "../../lib/contract/keys";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { Processes } from "./processes";

test.describe.configure({ mode: "serial" });

const processes = new Processes();
let data: string;

test.beforeAll(async () => {
  data = await mkdtemp(path.join(tmpdir(), "rowhouse test "));
});
test.afterEach(() => processes.stop());
test.afterAll(() => rm(data, { recursive: true, force: true }));

test("responds to received requests before it stops, and stops PostgreSQL", long, async () => {
  const { api, child } = await start();
  const { body: base } = await api.post<Base>("/bases", { name: "Kept" });
  const place = `/bases/${base.id}/tables/T`;
  await api.post(`/bases/${base.id}/tables`, {
    name: "T",
    fields: [{ type: "single_line_text", name: "A" }],
  });
  const records = Array.from({ length: 500 }, (_, number) => ({ A: `${number}` }));
  const answers = Array.from({ length: 8 }, () => api.post(`${place}/records/bulk`, { records }));
  await delay(30);
  child.kill("SIGTERM");
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(existsSync(path.join(data, "postgres", "postmaster.pid"))).toBe(false);
});

for (const victims of [["server"], ["PostgreSQL"], ["PostgreSQL", "server"]]) {
  test(`starts again after kill -9 of ${victims.join(" and ")}`, long, async () => {
    const { child } = await start();
    const postmaster = Number.parseInt(
      await readFile(path.join(data, "postgres", "postmaster.pid"), "utf8"),
      10,
    );
    for (const victim of victims)
      process.kill(victim === "server" ? (child.pid ?? 0) : postmaster, "SIGKILL");
    if (victims.includes("server")) await once(child, "exit");
    else child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const { api } = await start();
    expect((await api.get<Base[]>("/bases")).body.map(({ name }) => name)).toEqual(["Kept"]);
  });
}

test("creates a key whether or not the server runs", long, async () => {
  const { api, child } = await start();
  const first = await run("key");
  child.kill("SIGTERM");
  await once(child, "exit");
  const second = await run("key");
  const { api: again } = await start();
  for (const { output } of [first, second]) {
    const made = /sk_prod_\w{40}/.exec(output)?.[0] ?? "";
    expect((await new ApiClient(again.origin, made).get("/test")).status).toBe(200);
  }
  expect(again.origin).not.toBe(api.origin);
});

test("prints a new sign-in link while the server runs, which works once", long, async () => {
  const { api } = await start();
  const environment = { ROWHOUSE_DATA_DIR: data, PORT: new URL(api.origin).port };
  const { code, output, errors } = await processes.run(["owner-link"], environment);
  expect([code, errors]).toEqual([0, ""]);
  const [, origin, secret] = /App +(http:\S+)\/login#code=([\w-]{43})$/m.exec(output) ?? [];
  expect(origin).toBe(api.origin.replace("127.0.0.1", "localhost"));
  const signIn = () => new ApiClient(api.origin, null).post("/session", { code: secret });
  expect((await signIn()).status).toBe(204);
  expect((await signIn()).status).toBe(401);
  const file = path.join(data, "link.txt");
  const apart = await processes.run(["owner-link"], { ...environment, SECRETS_FILE: file });
  expect(apart.output).not.toContain("#code=");
  expect(await readFile(file, "utf8")).toContain("/login#code=");
});

test("explains why it cannot start, without affecting the running server", long, async () => {
  const { api } = await start();
  const port = new URL(api.origin).port;
  const refusals: [environment: Record<string, string>, sentence: RegExp][] = [
    [{ PORT: port }, new RegExp(`^Port ${port} is already in use, possibly by another Rowhouse\\.`)],
    [{ PORT: "0" }, /^Another Rowhouse already runs on the data folder .*rowhouse test /],
    [{ PORT: "none" }, /^PORT must be a whole number from 0 to 65535; it is "none"$/],
    [{ RATE_LIMIT: "none" }, /^RATE_LIMIT must be a whole number from 1 up, or off; it is "none"$/],
    [
      { DATABASE_URL: "postgresql://me:secret@127.0.0.1:1/app" },
      /^The database app at 127.0.0.1:1 (?!.*secret)/,
    ],
  ];
  for (const [environment, sentence] of refusals) {
    const { code, output, errors } = await run("start", environment);
    expect(errors.trim()).toMatch(sentence);
    expect({ code, output }).toEqual({ code: 1, output: "" });
  }
  expect((await api.get("/test")).status).toBe(200);
});

test("a revoked key stays revoked even if the environment sets it", long, async () => {
  const { api, child } = await start();
  const { body } = await api.get<{ keys: Key[] }>("/keys");
  const named = body.keys.find(({ name }) => name === "Key from ROWHOUSE_API_KEY");
  expect((await api.call(`/keys/${named?.id}`, { method: "DELETE" })).status).toBe(200);
  child.kill("SIGTERM");
  await once(child, "exit");
  const { api: again } = await start();
  expect((await again.get("/test")).status).toBe(401);
  const made = /sk_prod_\w{40}/.exec((await run("key")).output)?.[0] ?? "";
  const left = await new ApiClient(again.origin, made).get<{ keys: Key[] }>("/keys");
  expect(left.body.keys.map(({ name }) => name)).not.toContain("Key from ROWHOUSE_API_KEY");
});

test("a key is created from valid arguments only", long, async () => {
  const { api } = await start();
  // The key of the environment has been revoked by the test above.
  const { output } = await run("key");
  const owner = new ApiClient(api.origin, /sk_prod_\w{40}/.exec(output)?.[0] ?? "");
  const listed = async () => (await owner.get<{ keys: Key[] }>("/keys")).body.keys;
  const before = await listed();
  const wanted = ["--name", "Website", "--scopes", "read,write", "--expires", "2100-01-01T00:00:00Z"];
  expect((await processes.run(["key", ...wanted], { ROWHOUSE_DATA_DIR: data })).code).toBe(0);
  expect((await listed()).at(-1)).toMatchObject({
    name: "Website",
    scopes: ["read", "write"],
    databases: null,
    expiresAt: "2100-01-01T00:00:00.000Z",
  });
  for (const wrong of [
    ["--scopes", "all"],
    ["--databases", "0123456789abcdef"],
    ["--expires", "soon"],
    ["--force"],
    ["x"],
  ]) {
    const { code, output, errors } = await processes.run(["key", ...wrong], { ROWHOUSE_DATA_DIR: data });
    expect([code, output], wrong.join(" ")).toEqual([1, ""]);
    expect(errors.trim()).not.toContain("\n    at ");
  }
  expect(await listed()).toHaveLength(before.length + 1);
});

test("secrets are printed to a private file instead of the log", long, async () => {
  const file = path.join(data, "sign-in.txt");
  await writeFile(file, "of before", { mode: 0o644 });
  const environment = { ROWHOUSE_DATA_DIR: data, SECRETS_FILE: file, HOST: "0.0.0.0" };
  const { child, output } = processes.launch(["start"], environment);
  await expect.poll(output).toContain("Press Ctrl+C to stop.");
  expect(output()).not.toMatch(/#code=|sk_prod_/);
  expect(output()).toContain("WARNING: HOST is 0.0.0.0 and APP_URL is not an https address.");
  expect(await readFile(file, "utf8")).toMatch(/^App {3}http:.*#code=[\w-]{43}\n/);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  child.kill("SIGTERM");
  await once(child, "exit");
});

test("PAGES=off serves the API without the pages", long, async () => {
  const { api } = await start();
  for (const path of ["/", "/login", "/_next/static/chunks/x.js"]) {
    const answer = await fetch(`${api.origin}${path}`);
    const message = "This server has no pages, only the API below /api/v1.";
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: { message } }]);
  }
  expect((await fetch(`${api.origin}/login`, { method: "POST" })).status).toBe(405);
  expect((await api.get("/openapi.json")).status).toBe(200);
});

test("requests cannot inject lines into the log", long, async () => {
  const { child, output, errors } = processes.launch(["start"], {
    ROWHOUSE_DATA_DIR: data,
    PAGES: "on",
    LOG_LEVEL: "info",
  });
  await expect.poll(output).toContain("Press Ctrl+C to stop.");
  const origin = / API +(http:\S+)\/api/.exec(output())?.[1] ?? "";
  const forged = "%0A{%22level%22:60}";
  for (const headers of [
    { RSC: "1", "Next-Router-State-Tree": forged },
    { RSC: "1", "Next-Router-State-Tree": "[" },
  ]) {
    await fetch(`${origin}/login?${forged}`, { headers }).then((answer) => answer.text());
  }
  child.kill("SIGTERM");
  await once(child, "exit");
  const lines = errors()
    .split("\n")
    .filter((line) => line !== "");
  for (const line of lines) expect(JSON.parse(line), line).toMatchObject({ time: expect.any(Number) });
});

/** Starts the server on this file's data folder and waits until it answers. */
function start() {
  return processes.start({ ROWHOUSE_DATA_DIR: data });
}

/** Runs a command to its end. */
function run(command: string, environment: Record<string, string> = {}) {
  return processes.run([command], { ROWHOUSE_DATA_DIR: data, ...environment });
}
