import { parseArgs } from "node:util";
import { parse } from "@/lib/contract/errors";
import { type KeyCreate, keyCreate, scopes } from "@/lib/contract/keys";
import { mintApiKey } from "@/lib/server/access/keys";
import { visitDatabase } from "@/lib/server/postgres/open-database";
import { readEnvironment, use } from "./database";
import { stop } from "./lifetime";
import { say } from "./print";

/** Makes an API key, beside a server that runs or without one. */
export async function printKey(): Promise<void> {
  use(await visitDatabase(readEnvironment()));
  const given = readArguments();
  const rights = given.scopes.length === scopes.length && given.databases === null ? " with every right" : "";
  say([await mintApiKey(given), "", `A new API key${rights}. It is shown only this once.`]);
  void stop();
}

/** The key's rights, by the same shape that the API reads; lists are written with commas. */
function readArguments(): KeyCreate {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { name: text, scopes: text, databases: text, expires: text },
  });
  const listOf = (list: string | undefined) => list?.split(",").map((each) => each.trim());
  const given = {
    name: values.name ?? "From npm run key",
    scopes: listOf(values.scopes) ?? [...scopes],
    databases: listOf(values.databases) ?? null,
    expiresAt: values.expires ?? null,
  };
  return parse(keyCreate, given, "key");
}
