/**
 * How the processes that serve one port talk: the workers ask the primary, which keeps what they have to agree on. All
 * that a worker asks in one turn of its event loop travels as one message.
 */
import cluster, { type Worker } from "node:cluster";
import type { Allowance, RateLimitSize } from "../access/rate-limit";

/** What workers ask of the primary, by name. */
export interface Services {
  /** Takes a token of a rate limit. */
  take(given: RateLimitSize & { readonly limit: string; readonly name: string }): Allowance;
  /** Takes a seat of an owner; left with the worker at the latest. */
  enter(given: SeatRequest): SeatAnswer;
  leave(given: { readonly owner: string }): void;
  /** Tells what this worker has taken of a room for an owner, all in all. */
  occupy(given: Occupation): void;
  /** Those of all workers, in Prometheus' format. */
  metrics(): Promise<string>;
  /** This worker takes no more connections; answered once none will be passed on to it. */
  close(): Promise<void>;
}

export interface SeatRequest {
  readonly owner: string;
  readonly most: number;
  readonly mostOfOwner: number;
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

/** What the primary tells a worker. */
export type ToWorker =
  | { readonly type: "answers"; readonly answers: readonly (readonly [id: number, answer: unknown])[] }
  | { readonly type: "occupied"; readonly occupied: Occupation }
  | { readonly type: "connection" }
  | { readonly type: "stop" };

/** What a worker tells the primary. */
type ToPrimary = { readonly type: "asks"; readonly asks: readonly Ask[] } | { readonly type: "ready" };

/** Whether this process is one of several that serve one port. */
export const isWorker = cluster.isWorker;

const waiting = new Map<number, (answer: never) => void>();
let asks: Ask[] = [];
let lastId = 0;

/** Asks the primary. Its end is the worker's too, so that there is always an answer. */
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

export function tellPrimary(message: ToPrimary): void {
  process.send?.(message);
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

/** The services as the primary gives them to one worker. */
export type ServicesFor = (worker: Worker) => Services;

/** Answers what a worker asks, those that are known at once in one message. */
export function serveWorker(worker: Worker, services: Services, onReady: () => void): void {
  worker.on("message", (message: ToPrimary) => {
    if (message.type === "ready") onReady();
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

/** Tells a worker something, unless it has just ended. */
export function tellWorker(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
