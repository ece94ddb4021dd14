import {
  localhostAllowedHostnames,
  validateHostHeader,
  validateOriginHeader,
} from "@modelcontextprotocol/server";
import { ApiError } from "../../contract/errors";
import { quote } from "../../field-types/text";
import { env } from "../../server/env";

/**
 * Refuses requests to names that are not the server's own, and from pages of others. A page could otherwise reach a server
 * in the network of its visitor by pointing its own name there (DNS rebinding).
 */
export function requireKnownHost({ headers }: Request): void {
  const allowed = allowedHosts();
  const host = headers.get("Host");
  if (!validateHostHeader(host, allowed).ok) throw refusal("host", host ?? "");
  const origin = headers.get("Origin");
  if (!validateOriginHeader(origin, allowed).ok) throw refusal("origin", origin ?? "");
}

function allowedHosts(): string[] {
  const own = new URL(env.APP_URL).hostname;
  return [own, ...localhostAllowedHostnames(), ...(env.MCP_ALLOWED_HOSTS ?? [])];
}

function refusal(what: "host" | "origin", name: string): ApiError {
  return new ApiError(
    "FORBIDDEN",
    `The ${what} ${quote(name)} is not allowed here. Use the address in APP_URL, or add the name to MCP_ALLOWED_HOSTS.`,
  );
}
