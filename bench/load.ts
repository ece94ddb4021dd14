import autocannon from "autocannon";

/** One request of a round. */
export interface BenchRequest {
  readonly method: "PATCH" | "POST";
  readonly path: string;
  readonly body: unknown;
}

/** Whom to ask what, how hard and for how long. */
export interface Load {
  readonly origin: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  /** Asked before every request. */
  readonly next: () => BenchRequest;
}

/** What one round came to. Latencies in milliseconds. */
export interface Result {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends one request after another over each connection; throws if any of them fails. */
export async function measure({ origin, key, connections, seconds, next }: Load): Promise<Result> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  // autocannon's own histogram knows whole milliseconds only.
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
  if (failed > 0) throw new Error(`${failed} requests to ${origin} failed`);
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    perSecond: result.requests.average,
    p50: part(latencies, 0.5),
    p99: part(latencies, 0.99),
  };
}

/** The value that this part of the sorted ones is below. */
export function part(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}

function run(options: autocannon.Options, latencies: number[]): Promise<autocannon.Result> {
  return new Promise((resolve, reject) => {
    const load = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)));
    load.on("response", (_client, _status, _bytes, milliseconds) => latencies.push(milliseconds));
  });
}
