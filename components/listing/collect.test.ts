import { expect, it } from "vitest";
import { collect } from "./collect";

function makeCollector({ max = 100, fail = false } = {}) {
  const fetched: string[][] = [];
  const due: (() => void)[] = [];
  const get = collect<string, string>({
    fetch: async (keys) => {
      fetched.push([...keys]);
      if (fail) throw new Error("no network");
      return new Map(keys.filter((key) => key !== "gone").map((key) => [key, key.toUpperCase()]));
    },
    later: (act) => due.push(act),
    max,
  });
  return { get, fetched, flush };

  function flush(): void {
    for (const act of due.splice(0)) act();
  }
}

it("fetches keys requested at the same time together, each once", async () => {
  const { get, fetched, flush } = makeCollector();
  const answers = Promise.all(["a", "b", "a", "gone"].map(get));
  flush();
  expect(await answers).toEqual(["A", "B", "A", undefined]);
  const later = get("c");
  flush();
  expect(await later).toBe("C");
  expect(fetched).toEqual([["a", "b", "gone"], ["c"]]);
});

it("starts another fetch when one is full", async () => {
  const { get, fetched, flush } = makeCollector({ max: 2 });
  const answers = Promise.all(["a", "b", "c"].map(get));
  flush();
  expect(await answers).toEqual(["A", "B", "C"]);
  expect(fetched).toEqual([["a", "b"], ["c"]]);
});

it("rejects every waiting call when the fetch fails", async () => {
  const { get, flush } = makeCollector({ fail: true });
  const answers = Promise.allSettled(["a", "b"].map(get));
  flush();
  expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
