import autocannon from "autocannon";

/** A request of a round. */
export interface BenchRequest {
  readonly method: "PATCH" | "POST";
  readonly path: string;
  readonly body: unknown;
}

/** The load of a round. */
export interface Load {
  readonly origin: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Called for every request. */
  readonly next: () => BenchRequest;
}

/** The result of a round. Latencies are in milliseconds. */
export interface Result {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests one after another on each connection. Throws if any fails. */
export async function measure({ origin, key, connections, seconds, next }: Load): Promise<Result> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  // autocannon's own histogram has a resolution of 1 ms.
  const latencies: number[] = [];
  const result = await run(
    {
      url: origin,
      connections,
      duration: seconds,
      requests: [
        {
          setupRequest(request) {
            const { method, path, body } = next();
            return { ...request, method, path, headers, body: JSON.stringify(body) };
          },
        },
      ],
    },
    latencies,
  );
  const failed = result.non2xx + result.errors;
  if (failed > 0) {
    throw new Error(`${failed} requests to ${origin} failed: ${JSON.stringify(result.statusCodeStats)}`);
  }
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    perSecond: result.requests.average,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/** The quantile of sorted values for a share from 0 to 1. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function run(options: autocannon.Options, latencies: number[]): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    load.on("response", (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
}
