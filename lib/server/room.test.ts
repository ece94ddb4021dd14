import { expect, test } from "vitest";
import { createRoom } from "./room";

const unavailable = expect.objectContaining({ code: "UNAVAILABLE", headers: { "Retry-After": "1" } });
const tooMany = expect.objectContaining({ code: "RATE_LIMITED", headers: { "Retry-After": "1" } });

test("bytes beyond the budget are refused until others are released", () => {
  const room = createRoom({ bytes: 100, what: "requests" });
  const [one, other] = [room.enter("a"), room.enter("b")];
  one.take(50);
  other.take(50);
  expect(() => room.enter("c").take(1)).toThrow(unavailable);
  one.release();
  room.enter("c").take(50);
  expect(room.taken()).toBe(100);
});

test("one owner may use half of it, with any number of calls", () => {
  const room = createRoom({ bytes: 100, what: "requests" });
  const shares = [room.enter("a"), room.enter("a")] as const;
  shares[0].take(30);
  expect(() => shares[1].take(21)).toThrow(tooMany);
  shares[1].take(20);
  room.enter("b").take(50);
  shares[0].release();
  shares[1].take(30);
});

test("callers before authentication may use all of it", () => {
  createRoom({ bytes: 100, what: "requests" }).enter().take(100);
});

test("a refusal reserves nothing, and releasing twice counts once", () => {
  const room = createRoom({ bytes: 100, what: "requests" });
  const share = room.enter("a");
  share.take(40);
  expect(() => share.take(20)).toThrow(tooMany);
  expect(room.taken()).toBe(40);
  share.release();
  share.release();
  expect(room.taken()).toBe(0);
});

test("forced bytes exceed the budget until released", () => {
  const room = createRoom({ bytes: 100, what: "responses" });
  const share = room.enter("a");
  share.force(300);
  expect(() => room.enter("b").take(1)).toThrow(unavailable);
  share.release();
  room.enter("b").take(1);
});
