import { expect, test } from "vitest";
import type { Occupation } from "./channel";
import { createLedger } from "./ledger";

test("workers share rate limits, each by its name", () => {
  const ledger = createLedger(() => {});
  const [one, other] = [ledger.servicesOf(1), ledger.servicesOf(2)];
  const take = { limit: "requests", tokens: 2, seconds: 60, name: "key" };
  expect([one.take(take), other.take(take), one.take(take)].map(({ allowed }) => allowed)).toEqual([
    true,
    true,
    false,
  ]);
  expect(other.take({ ...take, name: "another" }).allowed).toBe(true);
  expect(other.take({ ...take, limit: "another" }).allowed).toBe(true);
});

test("seats are counted across workers, and an ended worker releases its seats", () => {
  const ledger = createLedger(() => {});
  const [one, other] = [ledger.servicesOf(1), ledger.servicesOf(2)];
  const seat = { owner: "a", max: 3, maxOfOwner: 2 };
  expect([one.enter(seat), other.enter(seat), one.enter(seat)]).toEqual([
    "taken",
    "taken",
    "full of this owner",
  ]);
  expect([one.enter({ ...seat, owner: "b" }), other.enter({ ...seat, owner: "c" })]).toEqual([
    "taken",
    "full",
  ]);
  // A worker cannot release seats of others.
  other.leave({ owner: "b" });
  expect(other.enter({ ...seat, owner: "c" })).toBe("full");
  ledger.forget(1);
  expect([other.enter(seat), other.enter(seat)]).toEqual(["taken", "full of this owner"]);
  other.leave({ owner: "a" });
  expect(other.enter(seat)).toBe("taken");
});

test("each worker is notified of the others' memory use, until they end", () => {
  const sent: [worker: number, occupied: Occupation][] = [];
  const ledger = createLedger((worker, occupied) => sent.push([worker, occupied]));
  const [one, two] = [ledger.servicesOf(1), ledger.servicesOf(2), ledger.servicesOf(3)];
  const of = (bytes: number) => ({ room: "requests", owner: "a", bytes });
  one.occupy(of(10));
  expect(sent.splice(0)).toEqual([
    [2, of(10)],
    [3, of(10)],
  ]);
  two.occupy(of(5));
  expect(sent.splice(0)).toEqual([
    [1, of(5)],
    [3, of(15)],
  ]);
  ledger.forget(1);
  expect(sent.splice(0)).toEqual([
    [2, of(0)],
    [3, of(5)],
  ]);
});
