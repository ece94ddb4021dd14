import { visitDatabase } from "@/lib/server/postgres/open-database";
import { readEnvironment, use } from "./database";
import { stop } from "./lifetime";
import { say } from "./print";
import { shownSecrets, signInLines } from "./welcome";

/** Prints a new sign-in link, beside a server that runs or for one that is started soon. */
export async function printSignInLink(): Promise<void> {
  use(await visitDatabase(readEnvironment()));
  say(await shownSecrets(await signInLines()));
  void stop();
}
