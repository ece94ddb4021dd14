import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "playwright/test";
import { Webhook } from "standardwebhooks";

/** A call that a receiver has got. */
export interface Received {
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the shape of events by comparing them
  readonly event: any;
}

type Answering = (response: ServerResponse, received: Received) => void;

/** A server that receives the events of a webhook on this machine. */
export interface Receiver {
  readonly url: string;
  /** All calls so far. */
  readonly calls: readonly Received[];
  /** The largest number of calls at the same time. */
  readonly atOnce: number;
  /** Answers calls from now on; with 204 at first. */
  answer: Answering;
  /** Waits for the next calls, and takes them from the list. */
  next(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function openReceiver(answer: Answering = taken): Promise<Receiver> {
  const calls: Received[] = [];
  let open = 0;
  let atOnce = 0;
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    open += 1;
    atOnce = Math.max(atOnce, open);
    response.on("close", () => {
      open -= 1;
    });
    const body = await text(request);
    const received = { headers: request.headers as Received["headers"], body, event: JSON.parse(body) };
    calls.push(received);
    receiver.answer(response, received);
  };
  const server = createServer((request, response) => void receive(request, response).catch(() => {}));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    calls,
    get atOnce() {
      return atOnce;
    },
    answer,
    async next(count) {
      await expect.poll(() => calls.length, { intervals: [20] }).toBeGreaterThanOrEqual(count);
      return calls.splice(0, count);
    },
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

/** Takes the event. */
export function taken(response: ServerResponse): void {
  response.writeHead(204).end();
}

/** Answers with a status. */
export function status(code: number, headers: { readonly [name: string]: string } = {}): Answering {
  return (response) => {
    response.writeHead(code, headers).end("as you like");
  };
}

/** Verifies the signature of a call as the library of Standard Webhooks does. */
export function verify(secret: string, { headers, body }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
