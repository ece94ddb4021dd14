import { cache } from "react";
import { orNotFound } from "@/app/or-not-found";
import { visitTo } from "@/app/shared/[token]/require-shared";
import { hasCode } from "@/lib/contract/errors";
import type { Form } from "@/lib/contract/forms";
import { getForm } from "@/lib/server/forms/forms";

/** The form, or the 404 page if its link does not work; null if the link asks for a password. Cached per request. */
export const requireForm = cache((token: string): Promise<Form | null> => {
  const found: Promise<Form | null> = getForm(visitTo(token));
  return orNotFound(
    found.catch((error: unknown) => {
      if (hasCode(error, "UNAUTHORIZED")) return null;
      throw error;
    }),
  );
});
