import type { Actor } from "../../server/access/author";

/** A message's caller. */
export interface Session {
  readonly request: Request;
  readonly address: string;
  /** The key, with `mcp` as the source of its changes. */
  readonly actor: Actor;
  /** The assistant's name, for its change sets. */
  readonly client?: string | undefined;
}

/** The longest name of a change set. */
const maxName = 100;

/** The name of an assistant by its own words, else by its `User-Agent`; undefined without any. */
export function clientName(own: string | undefined, request: Request): string | undefined {
  const agent = /^[^\s/(]+/.exec(request.headers.get("User-Agent") ?? "")?.[0];
  const plain = (own ?? "").replace(/\p{Cc}/gu, " ").trim() || agent;
  return plain === undefined ? undefined : [...plain].slice(0, maxName).join("");
}
