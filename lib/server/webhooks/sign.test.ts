import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { signatureHeaders } from "./sign";
import { mintWebhookSecret, secretText } from "./webhook-rows";

const body = `{"text":"é 🙂"}`;

function signed(...secrets: Uint8Array[]) {
  return signatureHeaders({ id: "evt_1", timestamp: Math.floor(Date.now() / 1_000), body }, secrets);
}

test("the library of Standard Webhooks verifies what we sign, with each secret", () => {
  const secrets = [mintWebhookSecret(), mintWebhookSecret()];
  const headers = signed(...secrets);
  for (const secret of secrets) {
    expect(new Webhook(secretText(secret)).verify(body, headers)).toEqual({ text: "é 🙂" });
  }
});

test("a changed body and another secret are refused", () => {
  const secret = mintWebhookSecret();
  const headers = signed(secret);
  expect(() => new Webhook(secretText(secret)).verify(`${body} `, headers)).toThrow();
  expect(() => new Webhook(secretText(mintWebhookSecret())).verify(body, headers)).toThrow();
});
