import { createTransport } from "nodemailer";
import { outsideTransaction, whenStored } from "../db";
import { env } from "../env";
import { logger } from "../logger";

/** A message in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** True if this server is set up to send e-mail (`SMTP_URL`). */
export function sendsMail(): boolean {
  return env.SMTP_URL !== undefined;
}

/**
 * Sends a message after the commit of the current transaction, without waiting for the mail server. A failure is repeated
 * twice and then logged. Does nothing on a server that sends no e-mail.
 */
export function mailWhenStored(mail: Mail): void {
  if (sendsMail()) whenStored(() => outsideTransaction(() => void deliver(mail)));
}

/** Waits in ms before each attempt. */
const attempts = [0, 10_000, 60_000];
const patience = 20_000;

async function deliver(mail: Mail): Promise<void> {
  let failure: unknown;
  for (const wait of attempts) {
    await new Promise<void>((resolve) => setTimeout(resolve, wait).unref());
    try {
      await send(mail);
      return;
    } catch (error) {
      failure = error;
    }
  }
  logger.error({ err: failure }, "an e-mail could not be sent");
}

async function send(mail: Mail): Promise<void> {
  const transport = createTransport({
    url: env.SMTP_URL,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
  });
  try {
    await transport.sendMail({ from: env.MAIL_FROM, ...mail });
  } finally {
    transport.close();
  }
}
