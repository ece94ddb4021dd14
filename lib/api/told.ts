import * as z from "zod";
import { ApiError } from "../contract/errors";
import type { Actor } from "../server/access/author";
import { isWrite, type Operation } from "./operation";

/** What a caller without the scope `read` is told of a thing, unless its operation says more: which one it is. */
const byItself = z.object({ id: z.string().optional(), deleted: z.literal(true).optional() });

/**
 * The part of an answer that this caller may see. A key that may write and not read, such as that of a form on a
 * website, is told which things it has written, and never what is stored in them.
 */
export function toldTo(actor: Actor, operation: Operation, body: unknown): unknown {
  if (mayRead(actor, operation)) return body;
  const { withoutRead = byItself } = operation;
  return withoutRead.parse(body);
}

/** The same for an error: a 412 carries the record as it is now. */
export function errorToldTo(actor: Actor, operation: Operation, error: unknown): unknown {
  if (mayRead(actor, operation) || !(error instanceof ApiError)) return error;
  const { code, message, headers } = error;
  const details = error.details?.map(({ path, message: words }) => ({ path, message: words }));
  return new ApiError(code, message, details, headers);
}

/** API keys are not contents of a database: who may make them sees what they have made. */
export function mayRead({ scopes }: Actor, operation: Operation): boolean {
  return !isWrite(operation) || operation.scope === "keys" || scopes.includes("read");
}
