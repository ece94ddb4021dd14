import type { Attempt } from "../../contract/webhooks";
import { callOut, NoAnswer } from "../http/outgoing";
import { signatureHeaders } from "./sign";
import type { WebhookRow } from "./webhook-rows";

export type Receiver = Pick<WebhookRow, "url" | "headers" | "secret" | "oldSecret" | "oldSecretUntil">;

export interface Tried {
  readonly attempt: Attempt;
  /** When the receiver wants to be asked again, if it said so with a 429 or 503. */
  readonly retryAt: Date | null;
}

const withinMs = 15_000;
const answerBytes = 64_000;
const keptCharacters = 2_000;

/** Sends an event once. Never throws: what went wrong is in the attempt. */
export async function tryDelivery(
  receiver: Receiver,
  { id, body }: { readonly id: string; readonly body: string },
  signal?: AbortSignal,
): Promise<Tried> {
  const at = new Date();
  const begin = performance.now();
  const done = (answer: Pick<Attempt, "status" | "answer" | "error">): Attempt => {
    return { at: at.toISOString(), milliseconds: Math.round(performance.now() - begin), ...answer };
  };
  try {
    const {
      status,
      headers,
      body: answered,
    } = await callOut(new URL(receiver.url), {
      method: "POST",
      headers: {
        ...(receiver.headers as Record<string, string>),
        "content-type": "application/json",
        "user-agent": "Rowhouse-Webhooks/1",
        ...signatureHeaders(
          { id, timestamp: Math.floor(at.getTime() / 1_000), body },
          secretsOf(receiver, at),
        ),
      },
      body,
      ...{ withinMs, answerBytes, reach: "public", signal },
    });
    const answer = answered.toString("utf8").slice(0, keptCharacters).replaceAll("\0", "");
    const isTooEarly = status === 429 || status === 503;
    return {
      attempt: done({ status, answer, error: null }),
      retryAt: isTooEarly ? retryTime(headers["retry-after"], at) : null,
    };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { attempt: done({ status: null, answer: null, error: error.message }), retryAt: null };
  }
}

/** True if the receiver took the event. */
export function isTaken({ status }: Pick<Attempt, "status">): boolean {
  return status !== null && status >= 200 && status < 300;
}

function secretsOf({ secret, oldSecret, oldSecretUntil }: Receiver, now: Date): Uint8Array[] {
  const isOldValid = oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now;
  return isOldValid ? [secret, oldSecret] : [secret];
}

/** The time that a `Retry-After` names, in seconds or as a date; at most a day ahead. */
function retryTime(header: string | undefined, now: Date): Date | null {
  if (header === undefined) return null;
  const time = /^\d{1,9}$/.test(header) ? now.getTime() + Number(header) * 1_000 : Date.parse(header);
  if (Number.isNaN(time)) return null;
  return new Date(Math.min(Math.max(time, now.getTime()), now.getTime() + 24 * 3_600_000));
}
