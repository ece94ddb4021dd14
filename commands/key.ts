import { parseArgs } from "node:util";
import { type KeyCreate, keyCreate, scopes } from "@/lib/contract/keys";
import { parse } from "@/lib/contract/parse";
import { mintApiKey } from "@/lib/server/access/keys";
import { visitDatabase } from "@/lib/server/postgres/open-database";
import { readEnvironment, setDatabase } from "./database";
import { stop } from "./lifetime";
import { print } from "./print";

/** Creates and prints an API key, while the server runs or without it. */
export async function printKey(): Promise<void> {
  setDatabase(await visitDatabase(readEnvironment()));
  const given = readArguments();
  const rights = given.scopes.length === scopes.length && given.databases === null ? " with all rights" : "";
  print([await mintApiKey(given), "", `A new API key${rights}. It is shown only once.`]);
  void stop();
}

/** Reads the key's properties in the shape of the API. Lists are separated by commas. */
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
