import { handle } from "./handle";
import type { operations } from "./operations";

/** Exports every method, because `handle` answers unsupported ones with a 405. Next derives HEAD from GET. */
export const everyMethod = {
  GET: handle,
  POST: handle,
  PUT: handle,
  PATCH: handle,
  DELETE: handle,
  OPTIONS: handle,
};

/** The exports of Next's route file for a path. The type ensures that the path has operations. */
export function routeOf(_path: (typeof operations)[number]["path"]): typeof everyMethod {
  return everyMethod;
}
