import { handle } from "./handle";
import type { operations } from "./operations";

/** `handle` answers every method itself, those that an address does not have with a 405. Next derives HEAD from GET. */
export const everyMethod = {
  GET: handle,
  POST: handle,
  PUT: handle,
  PATCH: handle,
  DELETE: handle,
  OPTIONS: handle,
};

/** What Next's route file of one address exports; the type holds the files to the list of operations. */
export function routeOf(_path: (typeof operations)[number]["path"]): typeof everyMethod {
  return everyMethod;
}
