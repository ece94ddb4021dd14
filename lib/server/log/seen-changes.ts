import { isDeepStrictEqual } from "node:util";
import type { ChangeEntry } from "../../contract/changes";
import type { BasePlace } from "../../contract/places";
import { hiddenFields } from "../access/reading";
import type { CallerRights } from "../access/rights";
import { hiddenParts } from "../access/rules";
import { currentRules } from "../structure/schemas";

type Values = { readonly [key: string]: unknown };

/** True for the id of a field that does not exist for a caller. */
type IsHidden = (fieldId: string) => boolean;

/** The fields in the log of a database that do not exist for a caller. */
export interface HiddenInLog {
  /** Those of the database; the same set for callers of the same role. */
  readonly ids: ReadonlySet<string>;
  /** True for one of them, and for a field that was erased, because it may have been computed from one. */
  readonly isHidden: IsHidden;
  /** The fields and the views of others; the same set for callers who see the same. */
  readonly parts: ReadonlySet<string>;
}

/** The form of field ids, wherever they are in a text, such as a formula. */
const fieldIds = /f[1-9A-HJ-NP-Za-km-z]{10}/g;

/** Determines what is hidden from the caller in the log of a database. */
export async function hiddenInLog(place: BasePlace, rights: CallerRights): Promise<HiddenInLog> {
  const rules = await currentRules(place);
  const ids = hiddenFields(rights, rules);
  const parts = hiddenParts(rights, rules);
  const isKnown = (id: string) => rules.reading?.fieldIds.has(id) === true;
  return { ids, parts, isHidden: (id) => ids.size > 0 && (ids.has(id) || !isKnown(id)) };
}

/** Leaves out the changes of hidden fields and views, and every mention of such fields. */
export function withoutHidden(
  changes: readonly ChangeEntry[],
  { ids, parts, isHidden }: HiddenInLog,
): readonly ChangeEntry[] {
  if (parts.size === 0) return changes;
  return changes.flatMap((entry) => {
    if (entry.kind === "field" && isHidden(entry.id)) return [];
    if (entry.kind === "view" && parts.has(entry.id)) return [];
    if (ids.size === 0) return [entry];
    const clean = entry.kind === "record" ? withoutCells : withoutMentions;
    const [before, after] = [entry.before, entry.after].map((side) => side && clean(side, isHidden));
    const isUpdate = entry.before !== null && entry.after !== null;
    // The template of a computed field would reveal the hidden field that it reads.
    const tells = entry.kind === "field" && !isDeepStrictEqual([before, after], [entry.before, entry.after]);
    if (tells || (isUpdate && isDeepStrictEqual(before, after))) return [];
    return [{ ...entry, before: before ?? null, after: after ?? null }];
  });
}

function withoutCells(values: Values, isHidden: IsHidden): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !isFieldId(key) || !isHidden(key)));
}

/** Removes keys and items that mention a hidden field. An object with a text that does goes as a whole. */
function withoutMentions(values: Values, isHidden: IsHidden): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const kept = mentions(key, isHidden) ? undefined : cleaned(value, isHidden);
      return kept === undefined ? [] : [[key, kept]];
    }),
  );
}

/** A value without mentions of hidden fields; undefined if it is about one. */
function cleaned(value: unknown, isHidden: IsHidden): unknown {
  if (typeof value === "string") return mentions(value, isHidden) ? undefined : value;
  if (Array.isArray(value)) return value.flatMap((item) => cleaned(item, isHidden) ?? []);
  if (typeof value !== "object" || value === null) return value;
  const isAbout = Object.values(value).some((each) => typeof each === "string" && mentions(each, isHidden));
  return isAbout ? undefined : withoutMentions(value as Values, isHidden);
}

function mentions(text: string, isHidden: IsHidden): boolean {
  return [...text.matchAll(fieldIds)].some(([id]) => isHidden(id));
}

function isFieldId(text: string): boolean {
  return text.length === 11 && text.match(fieldIds)?.[0] === text;
}
