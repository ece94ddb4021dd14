import { counted } from "@/components/tasks/counted";
import { unreachableText } from "@/components/tasks/retry";
import type { Edits } from "./edits";

/** Edits that are not on the server although an attempt was made. */
export function unsavedText(unsaved: number, { isSignedOut }: Pick<Edits, "isSignedOut">): string {
  if (isSignedOut) return `${signedOutText} (${counted(unsaved, "change")})`;
  const changes = `${counted(unsaved, "change")} ${unsaved === 1 ? "is" : "are"}`;
  return `The server cannot be reached: ${changes} not saved yet. Trying again…`;
}

/** Why what is written does not get to the server for the moment; null while it does. */
export function hindranceText({ isUnreachable, isSignedOut }: Edits): string | null {
  if (isSignedOut) return signedOutText;
  return isUnreachable ? unreachableText : null;
}

const signedOutText = "You are signed out: sign in in another tab, and what waits here is saved";
