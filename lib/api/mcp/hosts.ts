import { ApiError } from "../../contract/errors";
import { quote } from "../../field-types/text";
import { env } from "../../server/env";

/**
 * Refuses requests to names that are not the server's own, and from pages of others. A page could otherwise reach a server
 * in the network of its visitor by pointing its own name there (DNS rebinding).
 */
export function requireKnownHost({ headers }: Request): void {
  const known = knownHosts();
  const host = headers.get("Host") ?? "";
  if (!known.includes(hostnameOf(`http://${host}`))) throw refusal("host", host);
  const origin = headers.get("Origin");
  if (origin !== null && !known.includes(hostnameOf(origin))) throw refusal("origin", origin);
}

function knownHosts(): readonly (string | null)[] {
  const own = new URL(env.APP_URL).hostname;
  return [own, "localhost", "127.0.0.1", "[::1]", ...(env.MCP_ALLOWED_HOSTS ?? [])];
}

/** The name of a host without its port; null for no address of one. */
function hostnameOf(address: string): string | null {
  return (URL.canParse(address) && new URL(address).hostname) || null;
}

function refusal(what: "host" | "origin", name: string): ApiError {
  return new ApiError(
    "FORBIDDEN",
    `The ${what} ${quote(name)} is not allowed here. Use the address in APP_URL, or add the name to MCP_ALLOWED_HOSTS.`,
  );
}
