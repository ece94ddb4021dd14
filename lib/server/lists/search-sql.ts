import type { FilterKind } from "../../contract/filters";
import { foldedText } from "../../field-types/text";
import { type Passes, unitePasses } from "../computed/expression";
import { Prisma, type Sql } from "../db";
import type { TableSchema } from "../structure/schemas";
import { kinds, linkedTexts } from "./field-sql";
import { shownSql } from "./shown-sql";
import { contains, holdsAny, isAny, optionsWhere, peopleNamed, someText } from "./sql-operators";
import { passesOf, type Subject } from "./subject";
import { fieldSubject } from "./subjects";

/** The condition that a value of a record contains `text`, in plain text or as its cell shows it, ignoring case. */
export async function searchSql(
  schema: TableSchema,
  text: string,
): Promise<{ readonly condition: Sql; readonly passes: Passes }> {
  const subjects = await Promise.all(schema.face.fields.map((field) => fieldSubject(schema, field)));
  const found = subjects.map((subject) => searches[subject.kind]?.(subject, text));
  // Text copied from a page may have non-breaking spaces; the texts composed here have plain ones.
  const typed = text.replaceAll(/[\u00a0\u202f]/g, " ");
  const shown = await Promise.all(subjects.map((subject) => shownSql(subject, typed)));
  const conditions = [
    ...inTexts(
      found.flatMap((each) => each?.text ?? []),
      text,
    ),
    ...inTexts(
      shown.flatMap((each) => each ?? []),
      typed,
    ),
    ...found.flatMap((each) => each?.condition ?? []),
  ];
  const searched = subjects.filter((_, index) => found[index] || shown[index]);
  return {
    condition: conditions.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(conditions, " OR ")})`,
    passes: unitePasses(searched.map(passesOf)),
  };
}

/** A field's text, searched together with the other fields, or a separate condition. */
type Search =
  | { readonly text: Sql; readonly condition?: never }
  | { readonly condition: Sql; readonly text?: never };

/** How each kind is searched; undefined if it cannot contain the text. Checkboxes are not searched. */
const searches: { readonly [Kind in FilterKind]?: (subject: Subject, text: string) => Search | undefined } = {
  text: (subject) => plain(subject),
  number: (subject, text) => (/^[-.\d]+$/.test(text) ? plain(subject) : undefined),
  date: (subject, text) => (/^[-\d]+$/.test(text) ? plain(subject) : undefined),
  timestamp: (subject, text) => (/^[-.:\dtz]+$/i.test(text) ? plain(subject) : undefined),
  source: (subject, text) => (/^[a-z_]+$/i.test(text) ? plain(subject) : undefined),
  option: (subject, text) => {
    const ids = optionsWith(subject, text);
    const value = kinds.option.value?.(subject);
    return value && ids.length > 0 ? { condition: isAny(value, ids) } : undefined;
  },
  options: (subject, text) => {
    const ids = optionsWith(subject, text);
    return ids.length > 0 ? { condition: holdsAny(subject, ids) } : undefined;
  },
  people: (subject, text) => {
    const ids = peopleNamed(subject, text);
    return ids.length > 0 ? { condition: holdsAny(subject, ids) } : undefined;
  },
  files: (subject, text) => among(kinds.files.texts(subject), text),
  /** Searches the names of linked records, as shown in the cell, not their ids. */
  links: (subject, text) => among(linkedTexts(subject), text),
  lookup: (subject, text) => among(kinds.lookup.texts(subject), text),
  list: (subject, text) => among(kinds.list.texts(subject), text),
};

/** Concatenates all texts of a record, because case folding dominates the cost. */
function inTexts(texts: readonly Sql[], text: string): Sql[] {
  if (texts.length === 0) return [];
  const all = Prisma.sql`concat_ws(${separatorFor(text)}::text, VARIADIC ARRAY[${Prisma.join(texts)}])`;
  return [contains(all, text)];
}

/** A separator that the search text does not contain, so that no match spans two values. */
function separatorFor(text: string): string {
  for (let code = 0x1f; ; code--) {
    const separator = code > 0 ? String.fromCharCode(code) : String.fromCodePoint(0x10fffd + code);
    if (!text.includes(separator)) return separator;
  }
}

function plain(subject: Subject): Search {
  return { text: Prisma.sql`(${kinds[subject.kind].texts(subject)})` };
}

function among(texts: Sql, text: string): Search {
  return { condition: someText(texts, (each) => contains(each, text)) };
}

function optionsWith(subject: Subject, text: string): string[] {
  return optionsWhere(subject, (label) => label.includes(foldedText(text)));
}
