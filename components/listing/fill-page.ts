import type { RecordListRequest, RecordPage } from "@/lib/contract/lists";

type PageRequest = RecordListRequest & { readonly limit: number };

/** Lists `limit` records. The server ends a page of large records early; further requests continue at its cursor. */
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
