import { createHmac } from "node:crypto";

export interface Signed {
  readonly id: string;
  /** When it is sent, in seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The headers by which a receiver recognises a delivery: one signature for each secret.
 *
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signatureHeaders({ id, timestamp, body }: Signed, secrets: readonly Uint8Array[]) {
  const signatures = secrets.map((secret) => {
    return `v1,${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}
