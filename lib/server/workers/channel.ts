/**
 * The messages between processes on one port: workers send requests to the primary, which keeps their shared state.
 * Requests of one event-loop turn are batched into one message.
 */
import cluster, { type Worker } from "node:cluster";
import type { Allowance, RateLimitSize } from "../access/rate-limit";

/** Requests of workers to the primary, by name. */
export interface Services {
  /** Takes a token of a rate limit. */
  take(given: RateLimitSize & { readonly limit: string; readonly name: string }): Allowance;
  /** Takes a seat for an owner; released at the latest when the worker ends. */
  enter(given: SeatRequest): SeatAnswer;
  leave(given: { readonly owner: string }): void;
  /** Reports the total bytes that this worker uses of a budget for an owner. */
  occupy(given: Occupation): void;
  /** The metrics of all workers in Prometheus format. */
  metrics(): Promise<string>;
  /** Stops new connections to this worker; resolves when none will be passed on to it. */
  close(): Promise<void>;
}

export interface SeatRequest {
  readonly owner: string;
  readonly max: number;
  readonly maxOfOwner: number;
}

export type SeatAnswer = "taken" | "full" | "full of this owner";

export interface Occupation {
  readonly room: string;
  readonly owner: string;
  readonly bytes: number;
}

type Service = keyof Services;
type Given<S extends Service> = Parameters<Services[S]>[0];
type Answer<S extends Service> = Awaited<ReturnType<Services[S]>>;
type Ask = readonly [id: number, service: Service, given: unknown];

/** Messages of the primary to a worker. */
export type ToWorker =
  | { readonly type: "answers"; readonly answers: readonly (readonly [id: number, answer: unknown])[] }
  | { readonly type: "occupied"; readonly occupied: Occupation }
  | { readonly type: "connection"; readonly handover: number }
  | { readonly type: "stop" };

/** Messages of a worker to the primary. */
type ToPrimary =
  | { readonly type: "asks"; readonly asks: readonly Ask[] }
  | { readonly type: "ready" }
  /** The worker now begins to read a connection that it was sent. */
  | { readonly type: "received"; readonly handover: number };

/** True if this process is a worker. */
export const isWorker = cluster.isWorker;

const waiting = new Map<number, (answer: never) => void>();
let asks: Ask[] = [];
let lastId = 0;

/** Sends a request to the primary. Workers end with the primary, so there is always a response. */
export function askPrimary<S extends Service>(service: S, given: Given<S>): Promise<Answer<S>> {
  return new Promise<Answer<S>>((resolve) => {
    const id = ++lastId;
    waiting.set(id, resolve);
    asks.push([id, service, given]);
    if (asks.length === 1) setImmediate(sendAsks);
  });
}

function sendAsks(): void {
  tellPrimary({ type: "asks", asks });
  asks = [];
}

/** Sends a message to the primary, and calls back once it is on its way. */
export function tellPrimary(message: ToPrimary, onSent?: () => void): void {
  process.send?.(message, undefined, undefined, onSent);
}

if (isWorker) {
  process.on("message", (message: ToWorker) => {
    if (message.type !== "answers") return;
    for (const [id, answer] of message.answers) {
      waiting.get(id)?.(answer as never);
      waiting.delete(id);
    }
  });
}

/** Creates the services for a worker. */
export type ServicesFor = (worker: Worker) => Services;

interface WorkerEvents {
  readonly onReady: () => void;
  /** Called when the worker begins to read a connection. */
  readonly onReceived: (handover: number) => void;
}

/** Responds to a worker's requests; immediate results are batched into one message. */
export function serveWorker(worker: Worker, services: Services, { onReady, onReceived }: WorkerEvents): void {
  worker.on("message", (message: ToPrimary) => {
    if (message.type === "ready") onReady();
    if (message.type === "received") onReceived(message.handover);
    if (message.type !== "asks") return;
    const known: [id: number, answer: unknown][] = [];
    for (const [id, service, given] of message.asks) {
      const answer = (services[service] as (given: unknown) => unknown)(given);
      if (answer instanceof Promise)
        void answer.then((later) => tellWorker(worker, { type: "answers", answers: [[id, later]] }));
      else known.push([id, answer]);
    }
    if (known.length > 0) tellWorker(worker, { type: "answers", answers: known });
  });
}

/** Sends a message to a worker, unless it has just ended. */
export function tellWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
