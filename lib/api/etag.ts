import { hash } from "node:crypto";

/** A version of a record, as encoded in its tag. */
export interface TaggedVersion {
  readonly id: string;
  readonly version: number;
}

/**
 * Creates a strong ETag of three parts: the version; a hash that binds it to this record, so that tags of other
 * records are refused without a query; and a hash of the body, because lookups and field names change the response
 * without a write to the record.
 */
export function tagOf(of: TaggedVersion, body: string): string {
  return `"${of.version}-${bindingOf(of)}${shortHash(body, 12)}"`;
}

/**
 * The tag in `If-None-Match` that matches by weak comparison, possibly that of the compressed body; undefined if
 * none does: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function knownTag(header: string | null, tag: string): string | undefined {
  if (header === null) return undefined;
  if (header.trim() === "*") return tag;
  return tagsIn(header.replaceAll(/\bW\//g, "")).find((each) => each === tag || withoutCoding(each) === tag);
}

/** Removes the ending by which our server and proxies mark the tag of a compressed body. */
function withoutCoding(tag: string): string {
  return tag.replace(/-(?:br|gzip|zstd)"$/, '"');
}

/**
 * The versions of a record that `If-Match` accepts; undefined for any, without the header or with `*`. Weak,
 * foreign and malformed tags match nothing: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function wantedVersions(header: string | null, id: string): readonly number[] | undefined {
  if (header === null || header.trim() === "*") return undefined;
  return tagsIn(header).flatMap((tag) => {
    const [, digits, binding] = /^"(\d{1,9})-([\w-]{8})[\w-]{12}(?:-(?:br|gzip|zstd))?"$/.exec(tag) ?? [];
    const version = Number(digits);
    return binding !== undefined && binding === bindingOf({ id, version }) ? [version] : [];
  });
}

function bindingOf({ id, version }: TaggedVersion): string {
  return shortHash(`${id} ${version}`, 8);
}

function shortHash(text: string, length: number): string {
  return hash("sha1", text, "base64url").slice(0, length);
}

function tagsIn(header: string): string[] {
  return header.split(",").map((tag) => tag.trim());
}
