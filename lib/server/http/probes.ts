import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "../logger";

/** Timeout of a database check, in milliseconds. */
const checkTimeout = 2_000;

/** Time for which the result of a check is reused, in milliseconds. */
const reuseTime = 1_000;

/**
 * Liveness and readiness. `/healthz`: the process responds. `/readyz`: it has started, is not stopping, and the database
 * responds. Neither needs a key, so all probes share one database check per second.
 */
export class Probes {
  #check: (() => Promise<void>) | undefined;
  #state = "starting";
  #lastCheck: { readonly at: number; readonly isGood: Promise<boolean> } | undefined;

  /** Makes the process ready whenever `check` does not throw. */
  start(check: () => Promise<void>): void {
    this.#check = check;
    this.#state = "unavailable";
  }

  /** Makes the process not ready, so that load balancers send no new requests. */
  stop(): void {
    this.#check = undefined;
    this.#state = "stopping";
  }

  /** Answers requests to the two paths. Returns false for others. */
  readonly answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    const path = request.url?.replace(/\?.*/s, "");
    if (path === "/healthz") reply(request, response, "ok");
    else if (path === "/readyz")
      void this.#isReady().then((isReady) => reply(request, response, isReady ? "ok" : this.#state));
    else return false;
    return true;
  };

  #isReady(): Promise<boolean> {
    const check = this.#check;
    if (!check) return Promise.resolve(false);
    const now = performance.now();
    if (!this.#lastCheck || now - this.#lastCheck.at > reuseTime)
      this.#lastCheck = { at: now, isGood: succeeds(check) };
    return this.#lastCheck.isGood.then((isGood) => isGood && this.#check !== undefined);
  }
}

async function succeeds(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${checkTimeout} ms`)), checkTimeout);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch (error) {
    logger.warn({ err: error }, "the database does not respond");
    return false;
  } finally {
    clearTimeout(timer);
  }
}

function reply({ method }: IncomingMessage, response: ServerResponse, status: string): void {
  const isRead = method === "GET" || method === "HEAD";
  const body = JSON.stringify({ status: isRead ? status : "GET or HEAD only" });
  response.writeHead(isRead ? (status === "ok" ? 200 : 503) : 405, {
    ...(!isRead && { Allow: "GET, HEAD" }),
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": body.length,
    "Cache-Control": "no-store",
  });
  response.end(method === "HEAD" ? undefined : body);
}
