import { cache } from "react";
import { orNotFound } from "@/app/or-not-found";
import { hasCode } from "@/lib/contract/errors";
import type { SharedView } from "@/lib/contract/shares";
import type { Visit } from "@/lib/server/shares/open-share";
import { getSharedView } from "@/lib/server/shares/shared-records";

/**
 * The shared view, or the 404 page if its link does not work; null if the link asks for a password. Cached per request.
 */
export const requireShared = cache((token: string): Promise<SharedView | null> => {
  const found: Promise<SharedView | null> = getSharedView(visitTo(token));
  return orNotFound(
    found.catch((error: unknown) => {
      if (hasCode(error, "UNAUTHORIZED")) return null;
      throw error;
    }),
  );
});

/** The visit of somebody who opens the page. No address, as it only limits passwords, which pages never receive. */
export function visitTo(token: string): Visit {
  return { token, password: null, address: "" };
}
