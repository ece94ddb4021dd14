import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { connectionCounts } from "./connections";
import { countWatches } from "./log/news";

/** A completed request. */
export interface AnsweredRequest {
  /** The operation's id; `page` and `asset` for responses of Next, `none` for unknown paths. */
  readonly operation: string;
  readonly status: number;
  /** Time until the response was ready to be sent. */
  readonly milliseconds: number;
}

export const registry = new Registry();
const registers = [registry];

const requests = new Counter({
  name: "rowhouse_requests_total",
  help: "Completed requests, by operation and HTTP status",
  labelNames: ["operation", "status"],
  registers,
});

const durations = new Histogram({
  name: "rowhouse_request_duration_seconds",
  help: "Time until the response was ready to be sent, by operation",
  labelNames: ["operation"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers,
});

new Gauge({
  name: "rowhouse_database_connections",
  help: "Connections to PostgreSQL in use and idle, and callers that wait for one",
  labelNames: ["state"],
  registers,
  collect() {
    for (const [state, count] of Object.entries(connectionCounts())) this.set({ state }, count);
  },
});

new Gauge({
  name: "rowhouse_live_streams",
  help: "Streams of live changes that are open",
  registers,
  collect() {
    this.set(countWatches());
  },
});

/** Starts metrics of the process itself: CPU time, memory, the event loop, garbage collection. */
export function measureProcess(): void {
  collectDefaultMetrics({ register: registry });
}

/** Counts a request. */
export function countRequest({ operation, status, milliseconds }: AnsweredRequest): void {
  requests.inc({ operation, status });
  durations.observe({ operation }, milliseconds / 1_000);
}
