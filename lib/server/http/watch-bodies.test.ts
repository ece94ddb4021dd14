import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listen } from "./graceful-server";

vi.hoisted(() => {
  Object.assign(process.env, { MAX_STALL_SECONDS: "1", MIN_BODY_BYTES_PER_SECOND: "1000" });
});

const tooSlow = "The body arrived too slowly: fewer than 1,000 bytes a second for 1 seconds.";
const megabytes = 30;

let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  server = await listen("127.0.0.1", 0);
  server.serve((request, response) => {
    const path = request.url ?? "";
    if (path === "/at-once") response.end("first");
    else if (path === "/large") response.end(Buffer.alloc(megabytes * 1_000_000, "x"));
    else void delay(path === "/late" ? 2_500 : 0).then(() => count(request, response));
  });
});
afterAll(() => server.close());

describe.concurrent("a body", () => {
  test.for([
    { does: "stalls", bytes: "" },
    { does: "trickles", bytes: "x" },
  ])("that $does is cut off with a 408", async ({ bytes }) => {
    const answer = await answerTo("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\nx", { bytes });
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout\r\n/);
    expect(answer).toContain(`"message":"${tooSlow}"`);
  });

  test("that trickles in chunks is cut off too", async () => {
    const head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    expect(await answerTo(head, { bytes: "1\r\nx\r\n" })).toContain(`"message":"${tooSlow}"`);
  });

  test("that keeps arriving at the minimum rate may take longer", async () => {
    const head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 12000\r\nConnection: close\r\n\r\n";
    const start = performance.now();
    expect(await answerTo(head, { bytes: "x".repeat(150) })).toMatch(/^HTTP\/1.1 200 OK.*12000 bytes$/s);
    expect(performance.now() - start).toBeGreaterThan(3_000);
  });

  test("that the server has not read yet is not cut off", async () => {
    const head = "POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\nConnection: close\r\n\r\n";
    const answer = await answerTo(head, { bytes: "x".repeat(9_000_000), times: 1 });
    expect(answer).toMatch(/^HTTP\/1.1 200 OK.*9000000 bytes$/s);
  });

  test("that continues after its response is cut off", async () => {
    const head = "POST /at-once HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    const answer = await answerTo(head, { bytes: `2710\r\n${"x".repeat(10_000)}\r\n` });
    expect(answer).toMatch(/^HTTP\/1.1 200 OK.*first/s);
    expect(answer).not.toContain("408");
  });
});

test("a response that is read slowly arrives whole, and one that is not read is cut off", async () => {
  const [slow, idle] = [await open(large), await open(large)];
  idle.pause();
  let [taken, allowed] = [0, 0];
  slow.on("data", (chunk) => {
    taken += chunk.length;
    if (taken > allowed) slow.pause();
  });
  const timer = setInterval(() => {
    allowed += 1_000_000;
    slow.resume();
  }, 100);
  await expect.poll(() => taken, { timeout: 20_000 }).toBeGreaterThan(megabytes * 1_000_000);
  clearInterval(timer);
  slow.destroy();
  await expect.poll(connections, { timeout: 20_000 }).toBe(0);
  let left = 0;
  for await (const chunk of idle.resume()) left += chunk.length;
  expect(left).toBeLessThan(megabytes * 1_000_000);
});

const large = "GET /large HTTP/1.1\r\nHost: x\r\n\r\n";

/** Responds with the size of the body, unless it was cut off. */
function count(request: IncomingMessage, response: ServerResponse): void {
  let size = 0;
  request.on("data", (chunk) => (size += chunk.length));
  request.on("end", () => response.end(`${size} bytes`));
  request.on("error", () => {});
}

async function connections(): Promise<number> {
  return new Promise((resolve) => server.server.getConnections((_, count) => resolve(count)));
}

/** Sends `head`, then `bytes` repeatedly. Returns everything received until the connection closes. */
async function answerTo(
  head: string,
  { bytes, times = Number.POSITIVE_INFINITY }: { bytes: string; times?: number },
): Promise<string> {
  const socket = await open(head);
  let left = bytes === "" ? 0 : times;
  const timer = setInterval(() => left-- > 0 && socket.write(bytes), 50);
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  // A server that has closed its side may reset the connection.
  socket.on("error", () => {});
  await new Promise((closed) => socket.once("close", closed));
  clearInterval(timer);
  return answer;
}

async function open(head: string): Promise<Socket> {
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(head);
  return socket;
}
