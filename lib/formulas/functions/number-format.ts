import { join, type Sql, sql } from "../sql";

/** One section of a number format, such as `$#,##0.00`. */
interface Section {
  readonly before: string;
  /** Undefined for a section that is only a literal text. */
  readonly digits?: Digits;
  readonly after: string;
  /** Number of percent signs. */
  readonly percents: number;
}

interface Digits {
  /** Digits before the point, at least. */
  readonly whole: number;
  readonly isGrouped: boolean;
  /** Digits behind the point. */
  readonly least: number;
  readonly most: number;
  /** True for a power of ten, as in `0.00E+00`. */
  readonly isScientific: boolean;
}

/** Sections for positive numbers, negative ones and zero. */
export type NumberFormat = readonly Section[];

const pieces =
  /"(?<quoted>[^"]*)"|\\(?<escaped>[\s\S])|(?<digits>[#0][#0,]*(?:\.[#0]*)?(?:[eE]\+0+)?|\.[#0]+)|(?<end>;)|(?<sign>[\s\S])/gu;

/** Reads a number format of spreadsheets. Undefined if it has a part that is not known. */
export function readNumberFormat(format: string): NumberFormat | undefined {
  const sections: Section[] = [{ before: "", after: "", percents: 0 }];
  for (const { groups = {} } of format.matchAll(pieces)) {
    const { quoted, escaped, digits, end, sign } = groups;
    const section = sections.at(-1) as Section;
    if (end) sections.push({ before: "", after: "", percents: 0 });
    else if (digits && section.digits) return undefined;
    else if (digits) sections.splice(-1, 1, { ...section, digits: readDigits(digits) });
    // Letters and some signs have other meanings in spreadsheets.
    else if (sign && /[?_*@/[\]A-Za-z]/.test(sign)) return undefined;
    else {
      const side = section.digits ? "after" : "before";
      const text = section[side] + (quoted ?? escaped ?? sign ?? "");
      const percents = section.percents + (sign === "%" ? 1 : 0);
      sections.splice(-1, 1, { ...section, [side]: text, percents });
    }
  }
  return sections.length <= 3 ? sections : undefined;
}

function readDigits(digits: string): Digits {
  const [mantissa = "", exponent] = digits.split(/e/i);
  const [whole = "", fraction = ""] = mantissa.split(".");
  return {
    whole: whole.replaceAll(/[#,]/g, "").length,
    isGrouped: whole.includes(","),
    least: fraction.lastIndexOf("0") + 1,
    most: fraction.length,
    isScientific: exponent !== undefined,
  };
}

/** SQL that writes a number. Without a section for them, negative numbers get a minus. */
export function writeNumber(number: Sql, [positive, negative, zero]: NumberFormat): Sql {
  const shown = writeSection(number, positive as Section);
  const ofNegative = negative ? writeSection(number, negative) : sql`'-' || ${shown}`;
  const ofZero = zero ? sql`WHEN ${number} = 0 THEN ${writeSection(number, zero)}` : sql``;
  return sql`CASE ${ofZero} WHEN ${number} < 0 THEN ${ofNegative} WHEN ${number} IS NOT NULL THEN ${shown} END`;
}

/** Writes a number without its sign. */
function writeSection(number: Sql, { before, digits, after, percents }: Section): Sql {
  const scaled = percents === 0 ? number : sql`(${number} * ${`1e${2 * percents}`}::numeric)`;
  const parts = [sql`${before}::text`, ...(digits ? [writeDigits(scaled, digits)] : []), sql`${after}::text`];
  return sql`(${join(parts, " || ")})`;
}

function writeDigits(number: Sql, { whole, isGrouped, least, most, isScientific }: Digits): Sql {
  if (isScientific) return sql`upper(ltrim(to_char(abs(${number}), ${`9.${"9".repeat(most)}EEEE`}::text)))`;
  return sql`"formulaDigits"(${number}, ${whole}::integer, ${isGrouped}::boolean, ${least}::integer, ${most}::integer)`;
}
