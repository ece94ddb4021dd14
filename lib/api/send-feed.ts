import type { SharedFeed } from "../server/shares/shared-feed";
import { knownTag } from "./etag";
import { Bytes } from "./operation";

/** Responds with a calendar feed, or a 304 if the caller has it. Programs ask for it again and again. */
export function sendFeed({ text, version }: SharedFeed, { headers: sent }: Request): Bytes {
  const tag = `"${version}"`;
  // Weak, because each event also has the time at which it was written.
  const headers = { ETag: `W/${tag}`, "Cache-Control": "private, no-cache" };
  if (knownTag(sent.get("If-None-Match"), tag) !== undefined) {
    return new Bytes(null, headers, { status: 304 });
  }
  const { body } = new Response(text);
  return new Bytes(
    body,
    { ...headers, "Content-Type": "text/calendar; charset=utf-8" },
    { isCompressible: true },
  );
}
