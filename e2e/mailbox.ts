import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect } from "playwright/test";
import { SMTPServer } from "smtp-server";
import { freePortPlace } from "../lib/server/postgres/server-place";

/** A mail server that keeps what it receives. */
export interface Mailbox {
  /** Its address, for `SMTP_URL`. */
  readonly url: string;
  /** All messages so far, with their headers. */
  readonly messages: readonly string[];
  /** Waits for the next message to an address. */
  messageTo(address: string): Promise<string>;
  /** Refuses this many connections. */
  refuse(connections: number): void;
  close(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const messages: string[] = [];
  let refusals = 0;
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onConnect(_, done) {
      if (refusals === 0) return done();
      refusals -= 1;
      done(new Error("Come back later"));
    },
    onData(stream, _, done) {
      void text(stream).then((message) => {
        messages.push(decoded(message));
        done();
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    messages,
    async messageTo(address) {
      const found = () => messages.findIndex((message) => message.includes(`To: ${address}`));
      await expect.poll(found).toBeGreaterThan(-1);
      return messages.splice(found(), 1).join();
    },
    refuse(connections) {
      refusals = connections;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Settings of a server on a free port that sends its e-mail to a mailbox. */
export async function mailSettings({ url }: Pick<Mailbox, "url">): Promise<Record<string, string>> {
  const { port } = await freePortPlace();
  return {
    PORT: String(port),
    APP_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: url,
    MAIL_FROM: "Rowhouse <rowhouse@example.com>",
  };
}

/** The link in a message, which stands on a line of its own. */
export function linkIn(message: string): string {
  return /^http:\S+$/m.exec(message)?.[0] ?? "";
}

/** Undoes the encoding of long lines (quoted-printable). */
function decoded(message: string): string {
  return message
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
