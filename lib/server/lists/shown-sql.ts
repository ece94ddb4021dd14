/** SQL for the text that a cell shows, for search. */
import type { Shown, ShownMoment, ShownNumber } from "../../field-types/shown";
import { foldedText } from "../../field-types/text";
import { Prisma, query, type Sql } from "../db";
import { cellText, valueSql } from "./field-sql";
import type { Subject } from "./subject";

/**
 * The text that a subject's cell shows, where it differs from the plain text and may contain `text`; else undefined.
 * Most searches are for words, which no number or date contains: these cost nothing here.
 */
export async function shownSql(subject: Subject, text: string): Promise<Sql | undefined> {
  const { field, template } = subject;
  const shown = field?.fieldType.shown?.(template);
  if (!shown || !mayContain(shown, foldedText(text))) return undefined;
  if (!(await isKnownZone(shown))) return undefined;
  return composed(shown, subject, { isGrouped: shown.kind === "number" && text.includes(shown.group) });
}

/**
 * The shown text itself. Grouping digits takes PostgreSQL several times as long as all the rest, so a search without the
 * sign of groups looks through the digits alone: `1250%` then finds what is shown as `1,250%`, too.
 */
export function composed(
  shown: Shown,
  subject: Subject,
  { isGrouped }: { readonly isGrouped: boolean },
): Sql {
  switch (shown.kind) {
    case "number":
      return numberSql(shown, { value: valueSql(subject), isGrouped });
    case "serial": {
      const digits = cellText(subject);
      return Prisma.sql`${shown.prefix}::text || lpad(${digits}, greatest(${shown.padding}::int, length(${digits})), '0')`;
    }
    case "duration": {
      const seconds = valueSql(subject);
      const clock = Prisma.sql`div(${seconds}, 3600)::text || ':' || ${twoDigits(Prisma.sql`div(${seconds}, 60)`)}`;
      return shown.hasSeconds ? Prisma.sql`${clock} || ':' || ${twoDigits(seconds)}` : clock;
    }
    case "moment":
      return momentSql(shown, subject);
  }
}

function twoDigits(units: Sql): Sql {
  return Prisma.sql`lpad(mod(${units}, 60)::text, 2, '0')`;
}

/** Maximum number of digits before the point; longer numbers are not found. */
const wholeDigits = `${"999,".repeat(9)}990`;

function numberSql(
  { moved, places, group, decimal, before, after }: ShownNumber,
  { value, isGrouped }: { readonly value: Sql; readonly isGrouped: boolean },
): Sql {
  const pattern = `FM${wholeDigits}${places > 0 ? `.${"0".repeat(places)}` : ""}`;
  const scaled = moved === 0 ? value : Prisma.sql`${value} * ${Prisma.raw(`1${"0".repeat(moved)}`)}`;
  const rounded = Prisma.sql`round(abs(${scaled}), ${places}::int)`;
  const digits = isGrouped ? Prisma.sql`to_char(${rounded}, ${pattern}::text)` : Prisma.sql`${rounded}::text`;
  const isEnglish = group === "," && decimal === ".";
  const written = isEnglish ? digits : Prisma.sql`translate(${digits}, ',.', ${group + decimal}::text)`;
  return Prisma.sql`(CASE WHEN ${value} < 0 THEN '-' ELSE '' END || ${before}::text || ${written} || ${after}::text)`;
}

const datePatterns = {
  local: "Mon FMDD, FMYYYY",
  iso: "YYYY-MM-DD",
  us: "MM/DD/YYYY",
  eu: "DD/MM/YYYY",
};

function momentSql({ dateFormat, time }: ShownMoment, subject: Subject): Sql {
  const value = valueSql(subject);
  const date = datePatterns[dateFormat];
  if (!time) return Prisma.sql`to_char(${value}::timestamp, ${date}::text)`;
  const pattern = `${date} ${time.is12h ? "FMHH12:MI AM" : "HH24:MI"}`;
  return Prisma.sql`to_char(${value}::timestamptz AT TIME ZONE ${time.timeZone}::text, ${pattern}::text)`;
}

/** True if a shown text may contain a piece of text, judged by its characters alone; case is folded. */
function mayContain(shown: Shown, text: string): boolean {
  switch (shown.kind) {
    case "number": {
      const { group, decimal, before, after } = shown;
      const signs = foldedText(`-0123456789${group}${decimal}${before}${after}`);
      return [...text].every((character) => signs.includes(character));
    }
    case "serial":
      return /\d/.test(text) || foldedText(shown.prefix).includes(text);
    case "duration":
      return /^[\d:]+$/.test(text);
    case "moment":
      return mayBeMoment(shown, text);
  }
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function mayBeMoment({ dateFormat, time }: ShownMoment, text: string): boolean {
  const words = [...(dateFormat === "local" ? months : []), ...(time?.is12h ? ["am", "pm"] : [])];
  const letters = text.match(/\p{L}+/gu) ?? [];
  return (
    /^[\p{L}\d ,/:-]+$/u.test(text) && letters.every((each) => words.some((word) => word.includes(each)))
  );
}

let knownZones: Promise<ReadonlySet<string>> | undefined;

/** Browsers may support time zones that PostgreSQL does not: their times are found by their plain text only. */
async function isKnownZone(shown: Shown): Promise<boolean> {
  const zone = shown.kind === "moment" ? (shown.time?.timeZone ?? "UTC") : "UTC";
  if (zone === "UTC") return true;
  knownZones ??= query<{ name: string }>(Prisma.sql`SELECT "name" FROM pg_timezone_names`).then(
    (rows) => new Set(rows.map(({ name }) => name)),
  );
  return knownZones.then(
    (zones) => zones.has(zone),
    (error) => {
      knownZones = undefined;
      throw error;
    },
  );
}
