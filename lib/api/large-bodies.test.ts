import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { within } from "../server/context";
import { readBody } from "./read-body";

test("two large bodies of a caller are read at a time, the others in order, and bodies of others at once", async () => {
  const [a1, a2, a3, a4, b1] = [large(), large(), large(), large(), large()];
  const ofA = [a1, a2, a3, a4].map(({ request }) => within({ holder: "a" }, () => readBody(request)));
  const ofB = within({ holder: "b" }, () => readBody(b1.request));
  await setImmediate();
  expect([a1, a2, a3, a4, b1].map(({ isRead }) => isRead())).toEqual([true, true, false, false, true]);
  b1.end();
  expect(await ofB).toHaveLength(size);
  a2.end();
  expect(await ofA[1]).toHaveLength(size);
  await setImmediate();
  expect([a3, a4].map(({ isRead }) => isRead())).toEqual([true, false]);
  a1.breakOff();
  await expect(ofA[0]).rejects.toMatchObject({ details: [{ path: "body", message: "was cut off" }] });
  await setImmediate();
  expect(a4.isRead()).toBe(true);
  a3.end();
  a4.end();
  expect(await Promise.all(ofA.slice(2))).toEqual([a3.text, a4.text]);
});

test("a small body does not wait for large ones of its caller", async () => {
  const waiting = [large(), large()];
  const reading = waiting.map(({ request }) => within({ holder: "a" }, () => readBody(request)));
  const small = new Request("http://x", {
    method: "POST",
    body: "{}",
    headers: { "Content-Type": "application/json", "Content-Length": "2" },
  });
  expect(await within({ holder: "a" }, () => readBody(small))).toEqual({});
  for (const { end } of waiting) end();
  await Promise.all(reading);
});

test("bodies that arrive slowly do not keep others waiting for long", async () => {
  const [slow, slower, next] = [large(), large(), large()];
  const reading = [slow, slower, next].map(({ request }) => within({ holder: "a" }, () => readBody(request)));
  await setImmediate();
  expect(next.isRead()).toBe(false);
  await expect.poll(next.isRead, { timeout: 5_000 }).toBe(true);
  for (const { end } of [next, slow, slower]) end();
  expect(await Promise.all(reading)).toHaveLength(3);
});

test("large bodies without a caller do not wait for each other", async () => {
  const all = [large(), large(), large()];
  const reading = all.map(({ request }) => readBody(request));
  await setImmediate();
  expect(all.map(({ isRead }) => isRead())).toEqual([true, true, true]);
  for (const { end } of all) end();
  await Promise.all(reading);
});

/** Characters of the text in a large body. */
const size = 100_000;

/** A request whose body arrives when the test says so. */
function large() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isRead = false;
  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      pull() {
        isRead = true;
      },
    },
    { highWaterMark: 0 },
  );
  const text = "x".repeat(size);
  const request = new Request("http://x", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "Content-Type": "application/json", "Content-Length": `${size + 2}` },
  } as RequestInit);
  return {
    request,
    text,
    isRead: () => isRead,
    end() {
      controller?.enqueue(new TextEncoder().encode(JSON.stringify(text)));
      controller?.close();
    },
    breakOff: () => controller?.error(new Error("aborted")),
  };
}
