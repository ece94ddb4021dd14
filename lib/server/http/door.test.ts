import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { limits } from "../../contract/limits";
import { takePort } from "./door";
import { readingOnly } from "./reading-only";

let door: Awaited<ReturnType<typeof takePort>>;
afterEach(() => door.close());

describe("a door", () => {
  test("lets those wait who come before it opens", async () => {
    door = await takePort("127.0.0.1", 0);
    const early = get("/early");
    await delay(50);
    door.open((request, response) => response.end(request.url));
    expect(await early).toEqual({ status: 200, body: "/early" });
  });

  test("takes the path out of a whole address", async () => {
    await openDoor();
    expect(
      await send("GET http://elsewhere/path?q HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    ).toMatch(/\/path\?q$/);
  });

  test.each([
    ["what is no HTTP", "hello\r\n\r\n", 400, "This is not an HTTP request"],
    ["CONNECT", "CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n", 400, "This is not an HTTP request"],
    [
      "headers that are too long",
      `GET / HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
      431,
      "The headers are longer than 16 KB",
    ],
    [
      "a body that breaks off",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n",
      400,
      "This is not an HTTP request",
    ],
    [
      "an unknown expectation",
      "GET / HTTP/1.1\r\nHost: x\r\nExpect: the-best\r\n\r\n",
      417,
      "The header Expect takes nothing but 100-continue",
    ],
  ])("refuses %s in the API's words", async (_, text, status, message) => {
    await openDoor();
    const answer = await send(text);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(`"message":"${message}"`);
  });

  test("answers what came before something that is no HTTP", async () => {
    await openDoor();
    expect(await send("GET /first HTTP/1.1\r\nHost: x\r\n\r\nhello\r\n\r\n")).toMatch(/200 OK.*\/first$/s);
  });

  test("serves requests that come down one connection together one after the other", async () => {
    door = await takePort("127.0.0.1", 0);
    let [underWay, most] = [0, 0];
    door.open((request, response) => {
      most = Math.max(most, ++underWay);
      void delay(5).then(() => {
        underWay--;
        response.end(request.url);
      });
    });
    const one = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    const answer = await send(`${one("/1")}${one("/2")}${one("/3", "Connection: close\r\n")}`);
    expect(answer.match(/\/[123]$|\/[123](?=HTTP)/g)).toEqual(["/1", "/2", "/3"]);
    expect(most).toBe(1);
  });

  test("answers what it has received, then closes every connection", async () => {
    door = await takePort("127.0.0.1", 0);
    door.open((request, response) => void delay(300).then(() => response.end(request.url)));
    const agent = new Agent({ keepAlive: true });
    const answers = [get("/1", agent), get("/2", agent), get("/3", agent)];
    await delay(100);
    await door.close();
    expect(await Promise.all(answers)).toEqual(["/1", "/2", "/3"].map((body) => ({ status: 200, body })));
    expect(Object.values(agent.freeSockets)).toEqual([]);
    await expect(get("/late")).rejects.toThrow("ECONNREFUSED");
  });

  test("closes the connection that was longest at rest for a new one, and none that waits", async () => {
    const most = limits.connections;
    limits.connections = 3;
    try {
      door = await takePort("127.0.0.1", 0);
      door.open((request, response) => void (request.url === "/slow" ? 0 : response.end(request.url)));
      const connected = async () => {
        const socket = connect(door.port, "127.0.0.1").on("error", () => {});
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
      limits.connections = most;
    }
  });

  test("says that its port is taken", async () => {
    await openDoor();
    await expect(takePort("127.0.0.1", door.port)).rejects.toThrow(
      `Port ${door.port} is taken, perhaps by a Rowhouse that runs already. ` +
        `Stop what uses it, or choose another: PORT=${door.port + 1} npm start`,
    );
  });

  test("says that a host is not here", async () => {
    await openDoor();
    await expect(takePort("192.0.2.1", 0)).rejects.toThrow(
      'HOST "192.0.2.1" is not an address of this machine',
    );
  });
});

describe("pages", () => {
  test.each([
    ["a POST", "POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", 405],
    ["a PUT in chunks", "PUT /login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n", 405],
    ["a GET with a body", "GET /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n", 400],
  ])("refuse %s before its body comes", async (_, text, status) => {
    door = await takePort("127.0.0.1", 0);
    door.open(readingOnly((_, response) => response.end("a page")));
    const socket = connect(door.port, "127.0.0.1");
    socket.write(text);
    const [answer] = await once(socket, "data");
    expect(String(answer)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(String(answer).includes("Allow: GET, HEAD")).toBe(status === 405);
    socket.destroy();
  });

  test("are read by GET and HEAD", async () => {
    door = await takePort("127.0.0.1", 0);
    door.open(readingOnly((request, response) => response.end(request.method)));
    expect(await get("/login")).toEqual({ status: 200, body: "GET" });
    expect(await send("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(/200 OK/);
  });
});

/** One that echoes the path. */
async function openDoor(): Promise<void> {
  door = await takePort("127.0.0.1", 0);
  door.open((request, response) => request.resume().on("end", () => response.end(request.url)));
}

async function get(path: string, agent?: Agent): Promise<{ status: number | undefined; body: string }> {
  const call = request({ port: door.port, host: "127.0.0.1", path, agent }).end();
  const [response] = await once(call, "response");
  let body = "";
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, body };
}

/** Sends bytes as they are and gives all that comes back until the connection is closed. */
async function send(text: string): Promise<string> {
  const socket = connect(door.port, "127.0.0.1");
  socket.write(text);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}
