import { formulaLimits } from "@/lib/formulas";

/** A section about the language, in Markdown. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

const { length, depth, nodes, text, pattern } = formulaLimits;

/** The rules of the language, in plain words. */
export const language: readonly Section[] = [
  {
    id: "writing",
    title: "Writing a formula",
    text: `A formula computes a value for each record from its other fields, such as \`{Price} * {Quantity}\`. The result is
always current: nothing has to be recalculated.

- **Fields** are written in braces: \`{Unit price}\`. A name of one word needs none: \`Price * 2\`. A brace or backslash in a
  name gets a backslash: \`{Size \\}}\`. Renaming a field changes nothing: formulas show the new name.
- **Linked records**: \`{Orders.Amount}\` is the list of the amounts of all linked orders, in their order, and \`{Orders}\` the
  list of their names. Functions make one value of a list: \`SUM({Orders.Amount})\`.
- **Numbers** are written \`12.5\` or \`1e3\`, **texts** \`"in quotes"\` or \`'in single quotes'\`, and the values of checkboxes
  \`TRUE\` and \`FALSE\`. In a text, \`\\"\` is a quote, \`\\n\` a new line, \`\\t\` a tab and \`\\\\\` a backslash.
- **Functions** are written in any case, with their arguments in parentheses: \`round(2.345, 2)\`. Arguments are separated by
  a comma or a semicolon. A leading \`=\` is ignored, and so are spaces and new lines.`,
  },
  {
    id: "operators",
    title: "Operators",
    text: `The strongest come first. Parentheses change the order: \`(2 + 3) * 4\` is 20.

| operator | does | example |
|---|---|---|
| \`%\` | after a number: hundredths | \`50%\` is 0.5 |
| \`-\` | before a number: the negative | \`-2 ^ 2\` is 4 |
| \`^\` | power, from the left | \`2 ^ 3 ^ 2\` is 64 |
| \`*\` \`/\` | multiplies, divides | \`2 + 3 * 4\` is 14 |
| \`+\` \`-\` | adds, subtracts; with dates, days | \`{Due} + 7\` is a week later |
| \`&\` | joins texts | \`"No. " & 7\` is "No. 7" |
| \`=\` \`!=\` \`<>\` \`<\` \`<=\` \`>\` \`>=\` | compares; not chained | \`{Price} >= 10\` |`,
  },
  {
    id: "blank",
    title: "Blank",
    text: `An empty cell is blank, and so is \`BLANK()\`.

- Blank is 0 in arithmetic, an empty text in texts, and FALSE in conditions.
- A blank text equals \`""\`. A blank number or date equals only \`BLANK()\`, never 0. Blank comes before everything else.
- SUM, AVERAGE, MIN, MAX and others leave blank values out. Of nothing, SUM is 0, and AVERAGE, MIN and MAX are blank.
- Dates computed from a blank date are blank. A checkbox that is not ticked is FALSE, not blank.
- A formula whose result is \`""\` is empty.`,
  },
  {
    id: "numbers",
    title: "Numbers",
    text: `Numbers are exact decimals: \`0.1 + 0.2\` is 0.3. Results are rounded to 15 significant digits. ROUND rounds half away
from zero, and MOD has the sign of the divisor. Where a whole number is wanted, decimal places are cut off.`,
  },
  {
    id: "texts",
    title: "Texts",
    text: `A number, date or checkbox becomes a text where one is wanted, as in \`"Total: " & {Price}\`. The other way needs
VALUE or DATETIME_PARSE. Texts are compared exactly, and sorted by the rules of Unicode. CONTAINS and FIND distinguish
upper and lower case; SEARCH does not. Positions count characters from 1, and an emoji is one of them.

Regular expressions are those of PostgreSQL, with at most ${pattern} characters. Groups are \`$1\` to \`$9\` in REGEX_REPLACE.`,
  },
  {
    id: "dates",
    title: "Dates",
    text: `\`{Due} - {Start}\` is a number of days, and \`{Due} + 7\` a date. A text such as \`"2026-03-15"\` is accepted as a date.
Functions work in the time zone of the formula, else in that of the field, else in UTC. There, a date without a time is its
midnight. Months and years follow the calendar: a month after January 31 is the end of February.`,
  },
  {
    id: "lists",
    title: "Lists",
    text: `Lookups, linked records, multiple selects and \`{Link.Field}\` are lists. SUM, MAX, COUNTA, ARRAYJOIN and other functions
take lists and single values together. Anything else takes one value: FIRST, LAST and ARRAYJOIN make one of a list.`,
  },
  {
    id: "errors",
    title: "Errors",
    text: `A formula with a mistake can't be saved: the editor marks its place. What goes wrong for a single record is an error
in its cell:

| error | reason |
|---|---|
| \`#DIV/0!\` | a division by zero or by an empty cell |
| \`#TYPE!\` | a value of the wrong type, such as \`VALUE("abc")\` |
| \`#NUM!\` | a number that is too large or not possible |
| \`#N/A\` | nothing was found, or no condition of IFS was true |
| \`#REF!\` | a field of the formula was deleted; restoring it from the trash repairs the formula |

An error passes through everything that uses it. IFERROR replaces it, and ISERROR finds it.`,
  },
  {
    id: "limits",
    title: "Limits",
    text: `A formula has at most ${length.toLocaleString("en")} characters and ${nodes.toLocaleString("en")} parts, nested ${depth} deep, with all formulas that it uses. A text
result has at most ${text.toLocaleString("en")} characters. A table has at most 100 formulas. A formula can't use itself, not even through
other tables.`,
  },
];
