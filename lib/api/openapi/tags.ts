import { deepestFilter, mostConditions } from "../../contract/filters";
import { limits } from "../../contract/limits";
import { fieldTypeTable } from "./field-types";
import { operatorTable } from "./filters";
import type { Tag } from "./types";

interface Resource {
  readonly name: string;
  /** What it is and how it behaves, in Markdown. */
  readonly text: () => string;
}

/** What an operation is about: the last segment of its address that names a resource. */
export function tagOf(path: string): string {
  const named = path.split("/").findLast((segment) => segment in resources);
  return (named === undefined ? service : (resources[named] ?? service)).name;
}

/** The tags that operations at these addresses have, in the order in which a newcomer meets them. */
export function tagsOf(paths: readonly string[]): Tag[] {
  const used = new Set(paths.map(tagOf));
  return [...new Set(Object.values(resources)), service]
    .filter(({ name }) => used.has(name))
    .map(({ name, text }) => ({ name, description: text() }));
}

const log: Resource = {
  name: "Changes",
  text: () => `Every write is a change set in a log that is kept for ${limits.changesDays} days: who made it, when, and what was there before and
after. One's own change sets can be undone and done again, newest first: cells, records, bulk writes, fields with their
values, changes of type, views. What somebody else has changed since is never overwritten.`,
};

const resources: { readonly [segment: string]: Resource } = {
  bases: {
    name: "Databases",
    text: () => `A database ("base" in addresses) holds tables. It answers with all of them, their fields and
their views, so that one call tells everything about its structure.`,
  },
  tables: {
    name: "Tables",
    text: () => `A table has fields, records and views. Its first field is the primary one: it stands for the
record wherever the record is referred to, and cannot be deleted. Table names are unique within a database.`,
  },
  fields: {
    name: "Fields",
    text: () => `A field has a type, which says what its cells hold, and a template: the options of that type.
Field names are unique within a table, of which there are at most ${limits.fieldsPerTable}. A template is merged by key
when it changes; keys that are left out when a field is made take the defaults below. "Primary" says whether a table's
first field may be of the type.

${fieldTypeTable()}

- \`null\` clears a cell of any type. An empty cell answers \`null\`, an unticked checkbox \`false\`, an empty list \`[]\`.
- Types of numbers take a JSON number or text of that form (\`12.5\` or \`"12.5"\`) and answer a number. Values are
  doubles and are never rounded to \`decimalPlaces\`.
- A timestamp without an offset is taken for UTC and answered in UTC with milliseconds.
- Select options are written and answered by their label; their \`value\`, minted by the server, keeps an option's
  identity when its label changes. Lists take one text for a list of one.
- Computed fields cannot be written.`,
  },
  views: {
    name: "Views",
    text: () => `A view is a way to look at a table: which fields, in what order and width, which records, sorted
and grouped how. A new table has one, called Grid view, which shows every field. Listing records with a \`viewId\`
applies the view's filter, sorts and hidden fields.`,
  },
  changes: log,
  undo: log,
  redo: log,
  history: log,
  trash: {
    name: "Trash",
    text: () => `Deleted items stay in the trash for ${limits.trashDays} days. Restoring brings back their values, links and position.
A table brings the link fields that pointed to it; a link field brings its other side.`,
  },
  records: {
    name: "Records",
    text: () => `A record answers its values twice: \`data\` by field id, \`fields\` by field name. When writing,
either goes as a key. Every field of the table is there unless the call or its view leaves it out.

A bulk call takes 1 to ${count(limits.recordsPerCall)} records in one transaction: all of them or none. A 400 lists every
bad value by its path, such as \`records[17].Email\`.

### Filters

A filter is one condition, \`{ "field": "Stage", "equals": "Open" }\`, or a group of filters, \`{ "and": [...] }\` or
\`{ "or": [...] }\`, nested up to ${deepestFilter} deep with up to ${mostConditions} conditions. A condition has one operator, and which ones there
are depends on the field's type:

${operatorTable()}

- \`contains\`, \`starts_with\` and \`ends_with\` ignore case; \`%\`, \`_\` and \`\\\` are plain characters. \`equals\` is exact.
- \`does_not_equal\`, \`does_not_contain\` and \`not_in\` also match empty cells.
- \`is_empty\` and \`is_not_empty\` take \`true\`. Empty is \`null\`, \`""\` and \`[]\`.
- \`in\` and \`not_in\` take a list of values; of a list cell, \`in\` means any of them.
- Dates are ISO texts. A bare date against a timestamp means that whole day in the field's time zone, else in UTC.

### Order and pages

Records come in the order of their creation unless \`sort\` or a view says otherwise. Text sorts by language rules, select
options by their order in the template, \`false\` before \`true\`, empty cells last; the record id breaks ties, so that pages are stable.
Follow \`nextCursor\` from page to page: it survives inserts and deletes. \`"total": false\` spares the count.`,
  },
  attachments: {
    name: "Attachments",
    text: () => `A file is uploaded first; the answer is the object to put into the list of an \`attachments\`
cell. Its \`url\` holds 128 random bits and opens the file for whoever knows it. A file has at most
${count(limits.attachmentBytes)} bytes.`,
  },
  keys: {
    name: "Keys",
    text: () => `A key has scopes, which say what it may do, and may be for certain databases and for a time only. A
database that it is not for answers like one that is not there. No key makes, changes or rotates one that can do more than
itself, and of such keys it is not told.

Its secret, \`sk_prod_\` and 40 characters, is shown when the key is made and when it is rotated, and kept nowhere. What
is revoked, expired or changed holds within a second. A key names at most ${count(limits.databasesPerKey)} databases, and
two secrets overlap for at most ${count(limits.overlapSeconds)} seconds.`,
  },
  session: {
    name: "Sessions",
    text: () => `How the pages of the application sign a browser in. Programs need none of this: they send their
API key with every request.`,
  },
};

/** What belongs to no resource. */
const service: Resource = {
  name: "Service",
  text: () => "Whether the key is good, and this document.",
};

function count(number: number): string {
  return number.toLocaleString("en");
}
