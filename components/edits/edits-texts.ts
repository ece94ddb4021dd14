import { counted } from "@/components/tasks/counted";
import { unreachableText } from "@/components/tasks/retry";
import type { Edits } from "./edits";

/** Reports edits that could not be sent yet. */
export function unsavedText(unsaved: number, { isSignedOut }: Pick<Edits, "isSignedOut">): string {
  if (isSignedOut)
    return `You're signed out. Sign in in another tab to save ${counted(unsaved, "pending change")}.`;
  const changes = `${counted(unsaved, "change")} ${unsaved === 1 ? "is" : "are"}`;
  return `The server can't be reached. ${changes} not saved yet. Trying again…`;
}

/** Explains why edits cannot be sent at the moment; null if they can. */
export function hindranceText({ isUnreachable, isSignedOut }: Edits): string | null {
  if (isSignedOut) return signedOutText;
  return isUnreachable ? unreachableText : null;
}

const signedOutText = "You're signed out. Sign in in another tab to continue.";
