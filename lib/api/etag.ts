import { hash } from "node:crypto";

/** One version of one record, as its tag tells of it. */
export interface TaggedVersion {
  readonly id: string;
  readonly version: number;
}

/**
 * A strong tag: the version, which says whether somebody has written the record meanwhile; a hash that binds it to this
 * record, so that a tag of another record or a made-up one is told apart without reading anything; and the body's
 * hash, as lookups and the names of fields change the answer without a write to the record.
 */
export function tagOf(of: TaggedVersion, body: string): string {
  return `"${of.version}-${bindingOf(of)}${shortHash(body, 12)}"`;
}

/**
 * The tag as `If-None-Match` names it, perhaps that of the same body compressed; undefined where it does not. Comparing is
 * weak here: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function knownTag(header: string | null, tag: string): string | undefined {
  if (header === null) return undefined;
  if (header.trim() === "*") return tag;
  return tagsIn(header.replaceAll(/\bW\//g, "")).find((each) => each === tag || withoutCoding(each) === tag);
}

/** A compressed body has a tag of its own, which differs by this ending alone; so do those that proxies compress. */
function withoutCoding(tag: string): string {
  return tag.replace(/-(?:br|gzip|zstd)"$/, '"');
}

/**
 * The versions of a record that `If-Match` lets pass: undefined for any, without the header or with `*`. A weak tag, one
 * that this record never had, or what is no tag at all matches nothing:
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
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
