import * as z from "zod";
import { ruleOf } from "../contract/actions";
import { ApiError } from "../contract/errors";
import type { Actor } from "../server/access/author";
import { isWrite, type Operation } from "./operation";

/** Default response for callers without the scope `read`: only the id. */
const idOnly = z.object({
  id: z.union([z.string(), z.int()]).optional(),
  deleted: z.literal(true).optional(),
});

/**
 * The part of a response that a caller without `read` may see. A key such as that of a form on a website sees the ids
 * of what it wrote, but no stored values.
 */
export function visiblePart({ withoutRead = idOnly }: Operation, body: unknown): unknown {
  return withoutRead.parse(body);
}

/** The part of an error that a caller may see; a 412 contains the current record. */
export function errorVisibleTo(actor: Actor, operation: Operation, error: unknown): unknown {
  if (mayRead(actor, operation) || !(error instanceof ApiError)) return error;
  const { code, message, headers } = error;
  const details = error.details?.map(({ path, message: words }) => ({ path, message: words }));
  return new ApiError(code, message, details, headers);
}

/** True if the caller may see stored values. API keys are not stored values: callers that create them see them. */
export function mayRead({ scopes }: Actor, operation: Operation): boolean {
  const { action } = operation;
  const isAboutAccess = action !== null && ruleOf(action).scopes.includes("keys");
  return !isWrite(operation) || isAboutAccess || scopes.includes("read");
}
