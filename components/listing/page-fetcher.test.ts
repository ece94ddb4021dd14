import { expect, it } from "vitest";
import type { RecordPage } from "@/lib/contract/lists";
import type { Record } from "@/lib/contract/records";
import { createPageFetcher } from "./page-fetcher";

/** Creates a listing of `count` records whose ids are their positions. Each request takes `takes` ms. */
function makeListing(count: number, { takes = 10, max = Number.POSITIVE_INFINITY } = {}) {
  const requests: object[] = [];
  const come: number[] = [];
  let now = 0;
  let isCurrent = true;
  const fetcher = createPageFetcher({
    async list(request): Promise<RecordPage> {
      requests.push(request);
      now += takes;
      const from = request.cursor === undefined ? (request.offset ?? 0) : Number(request.cursor);
      const end = Math.min(count, from + Math.min(max, request.limit));
      const records = Array.from({ length: Math.max(0, end - from) }, (_, index) => recordAt(from + index));
      const hasMore = end < count;
      return { records, total: null, hasMore, nextCursor: hasMore ? String(end) : null };
    },
    isCurrent: () => isCurrent,
    onCome: (_, before) => come.push(before),
    now: () => now,
  });
  const idsOf = async (page: number) => (await fetcher.page(page))?.map(({ id }) => Number(id));
  return {
    fetcher,
    requests,
    come,
    idsOf,
    pass: (milliseconds: number) => (now += milliseconds),
    moveRecords() {
      isCurrent = false;
    },
  };
}

function recordAt(place: number): Record {
  return { id: String(place), data: {}, fields: {}, createdAt: "", updatedAt: "" };
}

it("fetches whole pages although the server ends pages of large records early", async () => {
  const { idsOf, requests, come } = makeListing(1_000, { max: 40 });
  expect(await idsOf(3)).toEqual(Array.from({ length: 100 }, (_, index) => 300 + index));
  expect(requests).toEqual([
    { limit: 100, offset: 300 },
    { limit: 60, cursor: "340", total: false },
    { limit: 20, cursor: "380", total: false },
  ]);
  expect(come).toEqual([300]);
});

it("fetches consecutive pages with one request", async () => {
  const { idsOf, requests, come } = makeListing(1_000);
  const pages = await Promise.all([3, 4, 7].map(idsOf));
  expect(requests).toEqual([
    { limit: 200, offset: 300 },
    { limit: 100, offset: 700 },
  ]);
  expect(come).toEqual([300, 700]);
  expect(pages.map((page) => [page?.[0], page?.length])).toEqual([
    [300, 100],
    [400, 100],
    [700, 100],
  ]);
});

it("continues from the previous page's cursor for a while", async () => {
  const { idsOf, requests, pass } = makeListing(1_000);
  await idsOf(3);
  expect((await idsOf(4))?.[0]).toBe(400);
  await idsOf(6);
  pass(60_000);
  await idsOf(7);
  expect(requests).toEqual([
    { limit: 100, offset: 300 },
    { limit: 100, cursor: "400" },
    { limit: 100, offset: 600 },
    { limit: 100, offset: 700 },
  ]);
});

it("does not use a cursor from before records moved", async () => {
  const { idsOf, requests, moveRecords } = makeListing(1_000);
  await idsOf(3);
  moveRecords();
  await idsOf(4);
  expect(requests).toEqual([
    { limit: 100, offset: 300 },
    { limit: 100, offset: 400 },
  ]);
});

it("returns a partial last page, and nothing after it", async () => {
  const { idsOf } = makeListing(450);
  const [last, behind] = await Promise.all([4, 5].map(idsOf));
  expect(last).toHaveLength(50);
  expect(behind).toEqual([]);
});

it("measures the time to find an offset, and ignores requests by cursor", async () => {
  const { fetcher, idsOf, pass } = makeListing(1_000, { takes: 70 });
  expect(fetcher.taken()).toBe(0);
  await idsOf(3);
  expect(fetcher.taken()).toBe(70);
  pass(1);
  await idsOf(4);
  expect(fetcher.taken()).toBe(70);
});
