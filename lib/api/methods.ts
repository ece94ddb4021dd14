import { ApiError } from "../contract/errors";
import type { Operation } from "./operation";
import type { Answer } from "./respond";
import type { Match } from "./router";

/** Lists the methods of a path for the header `Allow`. */
function allowed({ methods }: Match): string {
  return [...methods.keys(), ...(methods.has("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** Answers `OPTIONS`, which browsers send before calls from other origins. */
export function preflight(match: Match, headers: Answer["headers"]): Answer {
  const methods = allowed(match);
  return {
    status: 204,
    body: null,
    headers: {
      ...headers,
      Allow: methods,
      "Access-Control-Allow-Methods": methods,
      "Access-Control-Allow-Headers":
        "Authorization, Change-Set-Id, Change-Set-Name, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range, X-Share-Password",
      "Access-Control-Max-Age": "86400",
    },
  };
}

/** Finds the operation of a method, or throws a 405. */
export function operationFor(match: Match, method: string): Operation {
  const operation = match.methods.get(method === "HEAD" ? "GET" : method);
  if (operation) return operation;
  const allow = allowed(match);
  throw new ApiError("METHOD_NOT_ALLOWED", `${method} is not allowed here. Allowed: ${allow}.`, undefined, {
    Allow: allow,
  });
}
