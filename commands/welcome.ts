import { rm, writeFile } from "node:fs/promises";
import { createSignInCode } from "@/lib/server/access/sessions";
import { type Environment, env } from "@/lib/server/env";
import { say } from "./print";

/** Prints where a server that has just started is reached, and how to sign in. `key` is the first API key. */
export async function welcome(key: string | null): Promise<void> {
  const secrets = [
    ...(await signInLines()),
    ...(key === null
      ? []
      : [`Key   ${key}`, "      (your API key, shown only this once; npm run key makes another)"]),
  ];
  say([
    "Rowhouse is running.",
    "",
    ...(await shownSecrets(secrets)),
    `API   ${env.APP_URL}/api/v1`,
    ...warningOfClearText(env),
    "",
    "Ctrl-C stops it.",
  ]);
}

/** A new sign-in link, which works once. */
export async function signInLines(): Promise<string[]> {
  return [
    `App   ${env.APP_URL}/login#code=${await createSignInCode()}`,
    "      (this link signs you in, once, within 15 minutes)",
  ];
}

/** What to print of secrets: where SECRETS_FILE names a file they are written there instead. */
export async function shownSecrets(secrets: readonly string[]): Promise<readonly string[]> {
  const file = env.SECRETS_FILE;
  if (file === undefined) return secrets;
  // An existing file keeps its mode, so it is made anew.
  await rm(file, { force: true });
  await writeFile(file, `${secrets.join("\n")}\n`, { mode: 0o600 });
  return [`App   the link that signs you in is in ${file}`];
}

function warningOfClearText({ HOST, APP_URL }: Environment): string[] {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(HOST);
  if (isHere || APP_URL.startsWith("https:")) return [];
  return [
    "",
    `WARNING: HOST is ${HOST} and APP_URL begins with http. API keys and the cookies of browsers`,
    "         that are signed in cross the network in clear, for anybody on the way to read. Put a",
    "         proxy with HTTPS in front of Rowhouse, and set APP_URL to its https address.",
  ];
}
