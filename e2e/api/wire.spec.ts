/** Malformed requests, which no HTTP client sends, written to a socket. */
import { connect } from "node:net";
import { errorStatus } from "../../lib/contract/errors";
import { contentsOf, expect, test as withTable } from "./fixtures";

const test = withTable.extend<{
  /** Sends bytes on a new connection. Resolves to everything received until the server closes it. */
  send: (text: string, ending?: "and hang up") => Promise<string>;
  /** The required headers of a request. */
  head: string;
}>({
  head: async ({ apiKey }, use) => use(`Host: localhost\r\nAuthorization: Bearer ${apiKey}\r\n`),
  send: async ({ baseURL }, use) => {
    const { hostname, port } = new URL(baseURL as string);
    await use(
      (text, ending) =>
        new Promise((resolve, reject) => {
          let answer = "";
          const socket = connect(Number(port), hostname, () => socket.write(text, "latin1"));
          if (ending) socket.once("connect", () => socket.end());
          socket.on("data", (bytes) => (answer += bytes));
          socket.on("close", () => resolve(answer));
          socket.on("error", reject);
        }),
    );
  },
});

const last = "Connection: close\r\n\r\n";

test("pipelined requests are answered in order", async ({ send, head, place }) => {
  const record = (name: string) => `{"record":{"Name":"${name}"}}`;
  const post = (name: string) =>
    `POST /api/v1${place}/records HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${record(name).length}\r\n\r\n${record(name)}`;
  const answer = await send(
    `${post("first")}${post("second")}GET /api/v1/nothing HTTP/1.1\r\n${head}${last}`,
  );
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 201", "HTTP/1.1 201", "HTTP/1.1 404"]);
  expect(answer.match(/"Name":"\w+"/g)).toEqual(['"Name":"first"', '"Name":"second"']);
});

test("a valid request is answered even if garbage follows", async ({ send, head }) => {
  expect(await send(`GET /api/v1/test HTTP/1.1\r\n${head}\r\nNONSENSE\r\n\r\n`)).toMatch(
    /^HTTP\/1.1 200 .*\{"ok":true\}$/s,
  );
});

const good: { [title: string]: (head: string) => string } = {
  "HTTP/1.0": (head) => `GET /api/v1/test HTTP/1.0\r\n${head}\r\n`,
  "HTTP/1.0 without a Host": (head) => `GET /api/v1/test HTTP/1.0\r\n${head.replace(/Host.*\r\n/, "")}\r\n`,
  "a whole address": (head) => `GET http://localhost/api/v1/test HTTP/1.1\r\n${head}${last}`,
  "an address with dots": (head) => `GET /api/v1/bases/../test HTTP/1.1\r\n${head}${last}`,
  "an offer of HTTP/2": (head) =>
    `GET /api/v1/test HTTP/1.1\r\n${head}Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nConnection: close\r\n\r\n`,
  "a body where none belongs": (head) =>
    `GET /api/v1/test HTTP/1.1\r\n${head}Content-Length: 5\r\n${last}{"a":`,
  "empty lines in front": (head) => `\r\n\r\nGET /api/v1/test HTTP/1.1\r\n${head}${last}`,
};
for (const [title, request] of Object.entries(good)) {
  test(`${title} is accepted`, async ({ send, head }) => {
    expect(await send(request(head))).toMatch(/^HTTP\/1.1 200 .*\{"ok":true\}/s);
  });
}

const json = "Content-Type: application/json\r\n";
const wrong: { [title: string]: [request: (head: string) => string, status: number] } = {
  nonsense: [() => "NONSENSE\r\n\r\n", 400],
  "a TLS handshake": [() => `\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03${"\0".repeat(100)}`, 400],
  "an unknown method": [(head) => `FETCH /api/v1/test HTTP/1.1\r\n${head}${last}`, 400],
  "a method of others": [(head) => `PROPFIND /api/v1/test HTTP/1.1\r\n${head}${last}`, 405],
  TRACE: [(head) => `TRACE /api/v1/test HTTP/1.1\r\n${head}${last}`, 405],
  "a path beyond ASCII": [(head) => `GET /api/v1/bases/\xe9 HTTP/1.1\r\n${head}${last}`, 400],
  "a path with NUL": [(head) => `GET /api/v1/bases/\0 HTTP/1.1\r\n${head}${last}`, 400],
  "a path with a space": [(head) => `GET /api/v1/bases/a b HTTP/1.1\r\n${head}${last}`, 400],
  "a Host that is none": [
    (head) => `GET /api/v1/test HTTP/1.1\r\n${head.replace("localhost", "a/b c")}${last}`,
    400,
  ],
  "headers without an end": [(head) => `GET /api/v1/test HTTP/1.1\r\n${head}X: ${"x".repeat(20_000)}`, 431],
  "a header with a line break": [
    (head) => `GET /api/v1/test HTTP/1.1\r\n${head}X: a\rSet-Cookie: b\r\n${last}`,
    400,
  ],
  "two lengths": [
    (head) => `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
    400,
  ],
  "a length and chunks": [
    (head) =>
      `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  "a length below zero": [
    (head) => `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Content-Length: -2\r\n\r\n{}`,
    400,
  ],
  "a length that is none": [
    (head) => `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Content-Length: two\r\n\r\n{}`,
    400,
  ],
  "a chunk of no size": [
    (head) => `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n`,
    400,
  ],
  "an encoding that is not chunks": [
    (head) => `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Transfer-Encoding: gzip\r\n\r\n{}`,
    400,
  ],
  "an announced gigabyte": [
    (head) => `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Content-Length: 1000000000\r\n${last}{}`,
    413,
  ],
  "an expectation": [
    (head) =>
      `POST /api/v1/bases HTTP/1.1\r\n${head}${json}Expect: miracles\r\nContent-Length: 2\r\n${last}{}`,
    417,
  ],
};
for (const [title, [request, status]] of Object.entries(wrong)) {
  test(`${title} is refused in JSON, and the next request is answered`, async ({ api, send, head }) => {
    const answer = await send(request(head));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/content-type: application\/json; charset=utf-8\r\n/i);
    expect(JSON.parse(answer.match(/\{.*\}/)?.[0] ?? "")).toEqual({
      error: { code: codeOf(status), message: expect.any(String), requestId: expect.any(String) },
    });
    expect((await api.get("/test")).status).toBe(200);
  });
}

function codeOf(status: number): string | undefined {
  return Object.entries(errorStatus).find(([, known]) => known === status)?.[0];
}

test("an incomplete body is not stored", async ({ api, send, head, base, place }) => {
  const before = await contentsOf(api, base);
  const body = '{"record":{"Name":"whole"}}';
  for (const length of [body.length + 1, 1_000]) {
    const request = `POST /api/v1${place}/records HTTP/1.1\r\n${head}${json}Content-Length: ${length}\r\n\r\n${body}`;
    await send(request, "and hang up");
  }
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
  await send(
    `POST /api/v1${place}/records HTTP/1.1\r\n${head}${json}Transfer-Encoding: chunked\r\n\r\n${chunk}`,
    "and hang up",
  );
  expect(await contentsOf(api, base)).toEqual(before);
});

test("64 connections with unfinished requests do not block others", async ({ api, baseURL, head, place }) => {
  const { hostname, port } = new URL(baseURL as string);
  const half = `POST /api/v1${place}/records HTTP/1.1\r\n${head}${json}Content-Length: 1000\r\n\r\n{"rec`;
  const sockets = Array.from({ length: 64 }, () => connect(Number(port), hostname));
  await Promise.all(
    sockets.map((socket) => new Promise<void>((sent) => void socket.write(half, () => sent()))),
  );
  const answers = await Promise.all(
    Array.from({ length: 64 }, () => api.post(`${place}/records`, { record: {} })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(64).fill(201));
  for (const socket of sockets) socket.destroy();
  expect((await api.post(`${place}/records/list`, {})).body.total).toBe(64);
});
