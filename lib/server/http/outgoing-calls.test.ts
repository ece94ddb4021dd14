import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callOut, NoAnswer, type OutgoingCall, refusalOfHost } from "./outgoing";

/** The addresses of every name, one for each look. */
const looks = vi.hoisted((): string[] => []);
vi.mock("node:dns", async (load) => ({
  ...(await load<typeof import("node:dns")>()),
  lookup: (_: string, __: object, done: (error: null, found: { address: string; family: 4 }[]) => void) =>
    done(null, [{ address: looks.shift() ?? "127.0.0.1", family: 4 }]),
}));

let server: Server;
let calls = 0;
let answer: RequestListener;

beforeEach(async () => {
  calls = 0;
  looks.length = 0;
  server = createServer((request, response) => {
    calls += 1;
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function call(given: Partial<OutgoingCall> = {}) {
  const { port } = server.address() as AddressInfo;
  return callOut(new URL(`http://receiver.example:${port}/hooks`), {
    ...{ method: "POST", headers: {}, body: "{}", withinMs: 5_000, answerBytes: 1_000, reach: "any" },
    ...given,
  });
}

test("a name that is private at the second look is not called", async () => {
  answer = (_, response) => response.end("taken");
  looks.push("93.184.215.14", "127.0.0.1");
  expect(await refusalOfHost(new URL("http://receiver.example"))).toBeUndefined();
  await expect(call({ reach: "public" })).rejects.toThrow(
    "receiver.example is 127.0.0.1, which is not an address of the public Internet.",
  );
  expect(calls).toBe(0);
});

test("a connection of one reach does not serve the other", async () => {
  answer = (_, response) => response.end("taken");
  expect((await call()).body.toString()).toBe("taken");
  await expect(call({ reach: "public" })).rejects.toThrow(NoAnswer);
  expect(calls).toBe(1);
});

test("a redirect is the answer, and is not followed", async () => {
  answer = (_, response) => response.writeHead(302, { location: "/elsewhere" }).end();
  expect((await call()).status).toBe(302);
  expect(calls).toBe(1);
});

test("an answer without end is read up to the limit", async () => {
  answer = (_, response) => {
    const timer = setInterval(() => response.write("x".repeat(300)), 1);
    response.on("close", () => clearInterval(timer));
  };
  expect((await call()).body.length).toBe(1_000);
});

test.each([
  ["hangs", () => {}, "There was no complete answer within 0.3 seconds."],
  [
    "begins and hangs",
    (_: unknown, response: { write(text: string): void }) => response.write("x"),
    "There was no complete answer within 0.3 seconds.",
  ],
  [
    "closes the connection",
    ({ socket }: { socket: { destroy(): void } }) => socket.destroy(),
    "The connection was closed before an answer.",
  ],
] as const)("a receiver that %s gives no answer", async (_, behaviour, message) => {
  answer = behaviour as unknown as RequestListener;
  await expect(call({ withinMs: 300 })).rejects.toThrow(message);
});

test("a port where nobody listens gives no answer", async () => {
  const { port } = server.address() as AddressInfo;
  server.close();
  await expect(
    callOut(new URL(`http://127.0.0.1:${port}`), {
      ...{ method: "GET", headers: {}, withinMs: 2_000, answerBytes: 10, reach: "any" },
    }),
  ).rejects.toThrow("The connection was refused.");
});
