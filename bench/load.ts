import autocannon from "autocannon";
import type { BenchTable } from "./data";

/** What one round came to. Latencies in milliseconds. */
export interface Result {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

let written = 0;

/** PATCHes one text field of a record, another one each time, as fast as `connections` can. */
export async function measure(round: {
  origin: string;
  table: BenchTable;
  connections: number;
  seconds: number;
}): Promise<Result> {
  const { table } = round;
  const headers = { authorization: `Bearer ${table.key}`, "content-type": "application/json" };
  const result = await autocannon({
    url: round.origin,
    connections: round.connections,
    duration: round.seconds,
    requests: [
      {
        method: "PATCH",
        setupRequest(request) {
          written++;
          const recordId = table.recordIds[(written * 7919) % table.recordIds.length];
          // A value that is never the one before: a write that changes nothing would cost nothing.
          const body = JSON.stringify({ record: { [table.fieldIds[0] as string]: `value ${written}` } });
          return { ...request, path: `${table.path}/${recordId}`, headers, body };
        },
      },
    ],
  });
  const failed = result.non2xx + result.errors;
  if (failed > 0) throw new Error(`${failed} requests to ${round.origin} failed`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
