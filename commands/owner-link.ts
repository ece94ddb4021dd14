import { visitDatabase } from "@/lib/server/postgres/open-database";
import { readEnvironment, setDatabase } from "./database";
import { stop } from "./lifetime";
import { print } from "./print";
import { hideSecrets, signInLines } from "./startup-message";

/** Prints a new sign-in link of the owner for the server that runs or will be started. */
export async function printOwnerLink(): Promise<void> {
  setDatabase(await visitDatabase(readEnvironment()));
  print(await hideSecrets(await signInLines()));
  void stop();
}
