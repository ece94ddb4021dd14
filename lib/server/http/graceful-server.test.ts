import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits";
import { listen } from "./graceful-server";
import { readOnly } from "./read-only";

let server: Awaited<ReturnType<typeof listen>>;
afterEach(() => server.close());

describe("a server", () => {
  test("queues requests that arrive before it serves", async () => {
    server = await listen("127.0.0.1", 0);
    const early = get("/early");
    await delay(50);
    server.serve((request, response) => response.end(request.url));
    expect(await early).toEqual({ status: 200, body: "/early" });
  });

  test("takes the path from an absolute URL", async () => {
    await echoPaths();
    expect(
      await send("GET http://elsewhere/path?q HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    ).toMatch(/\/path\?q$/);
  });

  test.each([
    ["invalid HTTP", "hello\r\n\r\n", 400, "This is not a valid HTTP request."],
    ["CONNECT", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "This is not a valid HTTP request."],
    [
      "headers that are too long",
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "The headers are too large. At most 16 KB are allowed.",
    ],
    [
      "a malformed chunk",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
      400,
      "This is not a valid HTTP request.",
    ],
    [
      "an unknown expectation",
      "GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n",
      417,
      "The Expect header is not valid. Only 100-continue is allowed.",
    ],
  ])("refuses %s with the API's error shape", async (_, text, status, message) => {
    await echoPaths();
    const answer = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(`"message":"${message}"`);
  });

  test("responds to a request that precedes invalid HTTP", async () => {
    await echoPaths();
    expect(await send("GET /first HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n")).toMatch(/200 OK.*\/first$/s);
  });

  test("serves pipelined requests one after the other", async () => {
    server = await listen("127.0.0.1", 0);
    let [running, max] = [0, 0];
    server.serve((request, response) => {
      max = Math.max(max, ++running);
      void delay(5).then(() => {
        running--;
        response.end(request.url);
      });
    });
    const one = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const answer = await send(`${one("/1")}${one("/2")}${one("/3", "Connection: close\r\n")}`);
    expect(answer.match(/\/[123]$|\/[123](?=HTTP)/g)).toEqual(["/1", "/2", "/3"]);
    expect(max).toBe(1);
  });

  test("serves other connections between pipelined requests", async () => {
    server = await listen("127.0.0.1", 0);
    let [served, servedBefore] = [0, 0];
    server.serve((request, response) => {
      if (request.url === "/other") servedBefore = served;
      else if (++served === 1) void get("/other");
      response.end();
    });
    const one = (more = "") => `GET / HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    await send(`${one().repeat(2_000)}${one("Connection: close\r\n")}`);
    expect(served).toBe(2_001);
    expect(servedBefore).toBeGreaterThan(0);
    expect(servedBefore).toBeLessThan(1_000);
  });

  test("completes received requests, then closes every connection", async () => {
    server = await listen("127.0.0.1", 0);
    server.serve((request, response) => void delay(300).then(() => response.end(request.url)));
    const agent = new Agent({ keepAlive: true });
    const answers = [get("/1", agent), get("/2", agent), get("/3", agent)];
    await delay(100);
    await server.close();
    expect(await Promise.all(answers)).toEqual(["/1", "/2", "/3"].map((body) => ({ status: 200, body })));
    expect(Object.values(agent.freeSockets)).toEqual([]);
    await expect(get("/late")).rejects.toThrow("ECONNREFUSED");
  });

  test("closes the longest idle connection for a new one, and none that awaits a response", async () => {
    const usual = limits.connections;
    limits.connections = 3;
    try {
      server = await listen("127.0.0.1", 0);
      server.serve((request, response) => void (request.url === "/slow" ? 0 : response.end(request.url)));
      const connected = async () => {
        const socket = connect(server.port, "127.0.0.1").on("error", () => {});
        await once(socket, "connect");
        await delay(20);
        return socket;
      };
      const busy = await connected();
      busy.write("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
      const idle = [await connected(), await connected()] as const;
      const closed = once(idle[0], "close");
      const newcomer = await connected();
      await closed;
      newcomer.write("GET /new HTTP/1.1\r\nHost: x\r\n\r\n");
      const [answer] = await once(newcomer, "data");
      expect(String(answer)).toMatch(/200 OK/);
      expect([busy.closed, idle[1].closed]).toEqual([false, false]);
      for (const socket of [busy, newcomer, ...idle]) socket.destroy();
    } finally {
      limits.connections = usual;
    }
  });

  test("says that its port is in use", async () => {
    await echoPaths();
    await expect(listen("127.0.0.1", server.port)).rejects.toThrow(
      `Port ${server.port} is already in use, possibly by another Rowhouse. ` +
        `Stop that program, or choose another port: PORT=${server.port + 1} npm start`,
    );
  });

  test("says that a host is not an address of this machine", async () => {
    await echoPaths();
    await expect(listen("192.0.2.1", 0)).rejects.toThrow(
      'HOST "192.0.2.1" is not an address of this machine',
    );
  });
});

describe("pages", () => {
  test.each([
    ["a POST", "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", 405],
    ["a PUT in chunks", "PUT /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 405],
    ["a GET with a body", "GET /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", 400],
  ])("refuse %s before its body arrives", async (_, text, status) => {
    server = await listen("127.0.0.1", 0);
    server.serve(readOnly((_, response) => response.end("a page")));
    const socket = connect(server.port, "127.0.0.1");
    socket.write(text);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(String(answer).includes("Allow: GET, HEAD")).toBe(status === 405);
    socket.destroy();
  });

  test("allow GET and HEAD", async () => {
    server = await listen("127.0.0.1", 0);
    server.serve(readOnly((request, response) => response.end(request.method)));
    expect(await get("/login")).toEqual({ status: 200, body: "GET" });
    expect(await send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/200 OK/);
  });
});

/** Starts a server that responds with the path. */
async function echoPaths(): Promise<void> {
  server = await listen("127.0.0.1", 0);
  server.serve((request, response) => request.resume().on("end", () => response.end(request.url)));
}

async function get(path: string, agent?: Agent): Promise<{ status: number | undefined; body: string }> {
  const call = request({ port: server.port, host: "127.0.0.1", path, agent }).end();
  const [response] = await once(call, "response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body };
}

/** Sends raw bytes. Returns everything received until the connection closes. */
async function send(text: string): Promise<string> {
  const socket = connect(server.port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}
