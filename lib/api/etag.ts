import { hash } from "node:crypto";

/**
 * A strong tag: the version, which says whether somebody has written the record meanwhile, and the body's hash,
 * as lookups and the names of fields change the answer without a write to the record.
 */
export function tagOf(version: number, body: string): string {
  const sum = hash("sha1", body, "base64url").slice(0, 12);
  return `"${version}-${sum}"`;
}

/** Whether `If-None-Match` names the tag. Comparing is weak here: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
export function isKnown(header: string | null, tag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" || tagsIn(header.replaceAll(/\bW\//g, "")).includes(tag);
}

/**
 * The versions that `If-Match` lets pass: undefined for any, without the header or with `*`. A weak tag, or what
 * is no tag at all, matches nothing: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1
 */
export function wantedVersions(header: string | null): readonly number[] | undefined {
  if (header === null || header.trim() === "*") return undefined;
  return tagsIn(header).flatMap((tag) => {
    const version = Number(/^"(\d{1,9})-[\w-]{12}"$/.exec(tag)?.[1] ?? Number.NaN);
    return Number.isNaN(version) ? [] : [version];
  });
}

function tagsIn(header: string): string[] {
  return header.split(",").map((tag) => tag.trim());
}
