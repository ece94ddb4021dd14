import type { RecordListRequest, RecordPage } from "@/lib/contract/lists";

type PageRequest = RecordListRequest & { readonly limit: number };

/** Lists as many records as `limit` asks for: a page of large ones ends before, and the next one goes on from there. */
export async function fillPage(
  list: (request: PageRequest) => Promise<RecordPage>,
  request: PageRequest,
): Promise<RecordPage> {
  const first = await list(request);
  const records = [...first.records];
  let { hasMore, nextCursor } = first;
  while (nextCursor !== null && records.length < request.limit) {
    const { offset: _, ...same } = request;
    const limit = request.limit - records.length;
    const next = await list({ ...same, total: false, limit, cursor: nextCursor });
    records.push(...next.records);
    ({ hasMore, nextCursor } = next);
  }
  return { records, total: first.total, hasMore, nextCursor };
}
