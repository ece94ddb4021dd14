import { rm, writeFile } from "node:fs/promises";
import { createSignInCode } from "@/lib/server/access/sessions";
import { type Environment, env } from "@/lib/server/env";
import { print } from "./print";

/** Prints the server's URLs and a sign-in link. `key` is the first API key, or null if there were others. */
export async function printStartupMessage(key: string | null): Promise<void> {
  const secrets = [
    ...(await signInLines()),
    ...(key === null
      ? []
      : [`Key   ${key}`, "      (your API key, shown only once; npm run key creates another)"]),
  ];
  print([
    "Rowhouse is running.",
    "",
    ...(await hideSecrets(secrets)),
    `API   ${env.APP_URL}/api/v1`,
    ...warningOfClearText(env),
    "",
    "Press Ctrl+C to stop.",
  ]);
}

/** Creates a one-time sign-in link. */
export async function signInLines(): Promise<string[]> {
  return [
    `App   ${env.APP_URL}/login#code=${await createSignInCode()}`,
    "      (one-time sign-in link, valid for 15 minutes)",
  ];
}

/** Writes the secrets to SECRETS_FILE if it is set. Returns the lines to print. */
export async function hideSecrets(secrets: readonly string[]): Promise<readonly string[]> {
  const file = env.SECRETS_FILE;
  if (file === undefined) return secrets;
  // Deletes an existing file first, as it would keep its mode.
  await rm(file, { force: true });
  await writeFile(file, `${secrets.join("\n")}\n`, { mode: 0o600 });
  return [`App   the sign-in link is in ${file}`];
}

function warningOfClearText({ HOST, APP_URL }: Environment): string[] {
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(HOST);
  if (isLocal || APP_URL.startsWith("https:")) return [];
  return [
    "",
    `WARNING: HOST is ${HOST} and APP_URL is not an https address. API keys and sign-in cookies`,
    "         cross the network in clear text and can be read by others. Put a reverse proxy with",
    "         HTTPS in front of Rowhouse, and set APP_URL to its https address.",
  ];
}
