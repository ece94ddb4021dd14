import type { IncomingMessage, ServerResponse } from "node:http";
import { logger } from "../logger";

/** How long one look at the database may take, and how long its outcome stands, in milliseconds. */
const patience = 2_000;
const standsFor = 1_000;

/**
 * `/healthz`: the process serves. `/readyz`: it has started, does not stop, and the database answers. Both need no key,
 * so that probers share one look at the database a second, however many they are.
 */
export class Probes {
  #check: (() => Promise<void>) | undefined;
  #state = "starting";
  #look: { readonly at: number; readonly isGood: Promise<boolean> } | undefined;

  /** From now on the process is ready whenever `check` does not throw. */
  start(check: () => Promise<void>): void {
    this.#check = check;
    this.#state = "unavailable";
  }

  /** From now on the process is not ready: whoever balances the load sends nothing new. */
  stop(): void {
    this.#check = undefined;
    this.#state = "stopping";
  }

  /** Answers a request to one of the two addresses; false for any other. */
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
    if (!this.#look || now - this.#look.at > standsFor) this.#look = { at: now, isGood: succeeds(check) };
    return this.#look.isGood.then((isGood) => isGood && this.#check !== undefined);
  }
}

async function succeeds(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience);
  });
  try {
    await Promise.race([check(), late]);
    return true;
  } catch (error) {
    logger.warn({ err: error }, "the database does not answer");
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
