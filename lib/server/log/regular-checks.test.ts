import { afterAll, beforeAll, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../e2e/in-process";

let server: InProcess;

beforeAll(async () => {
  server = await startInProcess();
}, 60_000);
afterAll(() => server.stop());

test("a check that begins within a snapshot runs outside of it", async () => {
  const { isInTransaction, readSnapshot } = await import("../db");
  const { checkRegularly } = await import("./regular-checks");
  const work = async () => {
    expect(isInTransaction()).toBe(true);
    return new Promise<boolean>((resolve) => {
      const stop = checkRegularly(async () => {
        stop();
        resolve(isInTransaction());
      });
    });
  };
  const isInside = await readSnapshot(work, { maxMs: 10_000 });
  expect(isInside).toBe(false);
});
