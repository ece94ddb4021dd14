import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { logger } from "../logger";
import { type Services, serveWorker, tellWorker } from "./channel";
import { createLedger, type Ledger } from "./ledger";

export interface WorkersOptions {
  readonly count: number;
  /** The program of a worker. */
  readonly program: string;
  readonly arguments: readonly string[];
  /** Environment variables of a worker that differ from ours. */
  readonly environment: { readonly [name: string]: string };
  /** Called while the workers stop; after it resolves, no connection is passed on. */
  endConnections(): Promise<void>;
}

/** Delay in ms before an ended worker is replaced. */
const restBetween = 1_000;
/** Maximum time in ms for workers to stop; longer than a request may take. */
const maxStopMs = 45_000;

/** Delay in ms before a connection that could not be sent to a worker is passed on again. */
const resendDelay = 10;

/** The processes that serve one port. One that ends by itself is replaced. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #ledger: Ledger;
  readonly #metrics = new AggregatorRegistry();
  /** Ready workers, in round-robin order. */
  readonly #ready: Worker[] = [];
  readonly #all = new Map<number, Worker>();
  /** For each worker, the connections that it has not begun to read, by number. */
  readonly #handovers = new Map<number, Map<number, Socket>>();
  #lastHandover = 0;
  /** Connections waiting for a ready worker. */
  readonly #waiting: Socket[] = [];
  #isStopping = false;
  /** Stopping workers with paused clients, and the callbacks that let them continue. */
  readonly #closing = new Map<number, () => void>();

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#ledger = createLedger((id, occupied) => {
      const worker = this.#all.get(id);
      if (worker) tellWorker(worker, { type: "occupied", occupied });
    });
    cluster.setupPrimary({ exec: options.program, args: [...options.arguments] });
  }

  /** Starts the workers and waits until all serve. Throws if one ends before that. */
  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.count }, () => this.#fork()));
  }

  /** Passes a connection to the next worker. */
  readonly passOn = (socket: Socket): void => {
    const worker = this.#ready.find((each) => each.isConnected());
    if (!worker) {
      this.#waiting.push(socket);
      return;
    }
    this.#ready.splice(this.#ready.indexOf(worker), 1);
    this.#ready.push(worker);
    const handover = ++this.#lastHandover;
    const handovers = this.#handovers.get(worker.id);
    handovers?.set(handover, socket);
    // Stays open here too: if the worker ends before it reads, another worker takes the connection.
    worker.send({ type: "connection", handover }, socket, { keepOpen: true }, (error) => {
      if (error && handovers?.delete(handover)) setTimeout(() => this.passOn(socket), resendDelay);
    });
  };

  /** Completes all received requests, then ends the workers. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const running = [...this.#all.values()];
    const ended = Promise.all(running.map((worker) => once(worker, "exit")));
    for (const worker of running) tellWorker(worker, { type: "stop" });
    await Promise.race([ended, delay(maxStopMs, undefined, { ref: false })]);
    for (const worker of this.#all.values()) worker.process.kill("SIGKILL");
  }

  /** Starts a worker and waits until it serves. Throws if it ends before that; if it ends later, it is replaced. */
  #fork(): Promise<void> {
    const worker = cluster.fork(this.#options.environment);
    this.#all.set(worker.id, worker);
    this.#handovers.set(worker.id, new Map());
    return new Promise<void>((resolve, reject) => {
      let isReady = false;
      serveWorker(worker, this.#servicesOf(worker), {
        onReady: () => {
          isReady = true;
          this.#ready.push(worker);
          for (const socket of this.#waiting.splice(0)) this.passOn(socket);
          resolve();
        },
        onReceived: (handover) => {
          const handovers = this.#handovers.get(worker.id);
          handovers?.get(handover)?.destroy();
          handovers?.delete(handover);
        },
      });
      worker.once("exit", (code, signal) => {
        this.#forget(worker);
        void this.#passOnUnread(worker);
        if (isReady && !this.#isStopping) {
          logger.error(
            { worker: worker.process.pid, code, signal },
            "a worker has ended and is being replaced",
          );
          void this.#replace();
        }
        reject(new Error("A worker ended before it could serve."));
      });
    });
  }

  async #replace(): Promise<void> {
    while (!this.#isStopping) {
      await delay(restBetween, undefined, { ref: false });
      if (this.#isStopping) return;
      const isStarted = await this.#fork().then(
        () => true,
        () => false,
      );
      if (isStarted) return;
    }
  }

  #forget(worker: Worker): void {
    this.#all.delete(worker.id);
    this.#closing.delete(worker.id);
    const place = this.#ready.indexOf(worker);
    if (place >= 0) this.#ready.splice(place, 1);
    this.#ledger.forget(worker.id);
    if (this.#isStopping) this.#checkClosing();
  }

  /** Passes on the connections that an ended worker has not begun to read. */
  async #passOnUnread(worker: Worker): Promise<void> {
    // Its last messages are read until then.
    while (worker.isConnected()) await delay(1);
    const unread = this.#handovers.get(worker.id)?.values() ?? [];
    this.#handovers.delete(worker.id);
    for (const socket of unread) this.passOn(socket);
  }

  #servicesOf(worker: Worker): Services {
    return {
      ...this.#ledger.servicesOf(worker.id),
      metrics: () => this.#metrics.clusterMetrics().catch(() => ""),
      close: () =>
        new Promise((resolve) => {
          this.#closing.set(worker.id, resolve);
          this.#checkClosing();
        }),
    };
  }

  /** Ends the connections as soon as all workers have paused their clients. */
  #checkClosing(): void {
    if (this.#closing.size < this.#all.size) return;
    const resolved = [...this.#closing.values()];
    void this.#options.endConnections().then(() => {
      for (const socket of this.#waiting.splice(0)) socket.destroy();
      for (const resolve of resolved) resolve();
    });
  }
}
