import { deepestFilter, maxConditions } from "../../contract/filters";
import { limits } from "../../contract/limits";
import { minPasswordLength } from "../../contract/people";
import { maxRelativeDays } from "../../field-types/relative-days";
import { fieldTypeTable } from "./field-types";
import { operatorTable } from "./filters";
import type { Tag } from "./types";

interface Resource {
  readonly name: string;
  /** Description in Markdown. */
  readonly text: () => string;
}

/** The tag of an operation: its last path segment that names a resource. */
export function tagOf(path: string): string {
  const named = path.split("/").findLast((segment) => segment in resources);
  return (named === undefined ? service : (resources[named] ?? service)).name;
}

/** The tags of these paths, in the order of the reference. */
export function tagsOf(paths: readonly string[]): Tag[] {
  const used = new Set(paths.map(tagOf));
  return [...new Set(Object.values(resources)), service]
    .filter(({ name }) => used.has(name))
    .map(({ name, text }) => ({ name, description: text() }));
}

const log: Resource = {
  name: "Changes",
  text: () => `Every write is a change set in a log that is kept for ${limits.changesDays} days: its author, its time, and the values before
and after. You can undo and redo your own change sets, newest first: cells, records, bulk writes, fields with their values,
type changes, views. Values that others have changed since are never overwritten.`,
};

const people: Resource = {
  name: "People",
  text: () => `The people of the installation: a \`guest\` sees only what they are invited to, a \`member\` may also create
databases, an \`owner\` may do everything everywhere. Giving rights takes a session or a key without restrictions. A password has
at least ${minPasswordLength} characters and is none of the most common ones. After ten wrong ones within a quarter of an hour, the
address cannot sign in to the account for as long.`,
};

const shares: Resource = {
  name: "Shared links",
  text: () => `A link that shows one view to everybody who has it: the records that match its filter, and the fields that
it shows, as they are at that moment. Nothing else goes out: hidden fields cannot be named in a filter, sort or group, linked
records are told by their names, and \`createdAt\` and \`updatedAt\` of records are always
\`1970-01-01T00:00:00.000Z\`. The url of a file works for one to two hours.

The token in the path is all that a visitor needs, and the password in \`X-Share-Password\` if there is one: ten wrong ones
within a quarter of an hour are a 429. A link shows no more than its maker may read, and is a 404 once it has expired, was
switched off or replaced, or its maker has left the database. A database has at most ${count(limits.sharesPerDatabase)} links.`,
};

const forms: Resource = {
  name: "Forms",
  text: () => `A view of the type \`form\` is filled in by everybody who has its link, \`{origin}/form/{token}\`, which is
created as other shared links are. Nothing of the table goes out but the fields that the form asks for. A submission is the
values, a UUID that makes a retry harmless, and the solution of a challenge, which takes a browser a moment. It is a record of
nobody, with the \`source\` \`form\`. The form asks for no more than the maker of the link may write, and its link is a 404
while the view has another type. An address may send a form ${limits.submissionsPerMinute} submissions a minute.`,
};

const resources: { readonly [segment: string]: Resource } = {
  bases: {
    name: "Databases",
    text: () => `A database ("base" in paths) holds tables. A response contains all of them with their fields and
views, so that one call returns the whole structure.`,
  },
  tables: {
    name: "Tables",
    text: () => `A table has fields, records and views. Its first field is the primary field: it represents the
record in links and cannot be deleted. Table names are unique within a database.`,
  },
  fields: {
    name: "Fields",
    text: () => `A field has a type, which defines the values of its cells, and a template, which holds the settings of
the type. Field names are unique within a table, which has at most ${limits.fieldsPerTable} fields. A change of the template is
merged by key; keys omitted at creation take the defaults below. "Primary" tells whether the first field of a table may
have the type.

${fieldTypeTable()}

- \`null\` clears a cell of any type. Responses contain \`null\` for an empty cell, \`false\` for an unticked checkbox and
  \`[]\` for an empty list.
- Numbers are written as JSON numbers or as text of that form (\`12.5\` or \`"12.5"\`) and returned as numbers. They are
  doubles and never rounded to \`decimalPlaces\`.
- A timestamp without an offset is in UTC. Responses contain UTC with milliseconds.
- Select options are written and returned by their label. Their \`value\`, assigned by the server, identifies an option
  even if its label changes. A list of one may be written as a single text.
- Computed fields cannot be written.`,
  },
  views: {
    name: "Views",
    text: () => `A view defines how a table is shown: which fields in which order and width, which records, and how they
are sorted and grouped. A new table has one, named Grid view, which shows every field. Listing records with a \`viewId\`
applies the view's filter, sorts and hidden fields.`,
  },
  records: {
    name: "Records",
    text: () => `A record contains its values twice: \`data\` by field id, \`fields\` by field name. Writes accept both as
keys. Every field of the table is included unless the call or its view leaves it out.

A bulk call takes 1 to ${count(limits.recordsPerCall)} records in one transaction: all or none. A 400 lists every
invalid value by its path, such as \`records[17].Email\`.

### Filters

A filter is one condition, \`{ "field": "Stage", "equals": "Open" }\`, or a group of filters, \`{ "and": [...] }\` or
\`{ "or": [...] }\`, nested up to ${deepestFilter} deep with up to ${maxConditions} conditions. A condition has one operator; the
operators depend on the field's type:

${operatorTable()}

- \`contains\`, \`starts_with\` and \`ends_with\` ignore case; \`%\`, \`_\` and \`\\\` have no special meaning. \`equals\` is exact.
- \`does_not_equal\`, \`does_not_contain\`, \`not_in\` and \`is_not_within\` also match empty cells.
- \`is_empty\` and \`is_not_empty\` take \`true\`. Empty is \`null\`, \`""\` and \`[]\`.
- \`in\` and \`not_in\` take a list of values. A cell with a list matches \`in\` if it contains any of them, \`not_in\` if it
  contains none, and \`contains_all\` if it contains all.
- Lookups and computed lists of numbers or dates are compared, too: they match if any of their values does, and
  \`does_not_equal\` and \`is_not_within\` if none does. Lists of other values have no comparisons.
- Dates are ISO texts. A date compared with a timestamp means that whole day in the field's time zone, else in
  \`timeZone\` of the call, else in UTC.
- A date may also be \`today\`, \`yesterday\`, \`tomorrow\`, \`3_days_ago\` or \`3_days_from_now\` (1 to ${count(maxRelativeDays)}
  days). What is overdue is \`{ "field": "Due", "less_than": "today" }\`.
- \`is_within\` and \`is_not_within\` take days: \`today\`, \`yesterday\`, \`tomorrow\`, \`past_7_days\` (today and the seven days
  before), \`next_7_days\` (today and the seven days after), or \`last_\`, \`this_\` or \`next_\` with \`week\`, \`month\` or
  \`year\`, such as \`last_week\`. Weeks begin on Monday. Days are those of the field's time zone, else of \`timeZone\` of the
  call, else of UTC. Webhooks and other filters without a call count in UTC.

### Order and pages

Records are sorted by creation unless \`sort\` or a view sets another order. Text sorts by language rules, select options
by their order in the template, \`false\` before \`true\`, empty cells last. The record id breaks ties, so that pages are
stable. Follow \`nextCursor\` from page to page: it stays valid after inserts and deletes. \`"total": false\` skips the count.`,
  },
  attachments: {
    name: "Attachments",
    text: () => `Upload a file first; the response is the object to put into the list of an \`attachments\` cell. Its
\`url\` opens the file without a key for one to two hours; each response has a new address. Later it needs a key that may
read the database. A file has at most
${count(limits.attachmentBytes)} bytes.`,
  },
  imports: {
    name: "Imports",
    text: () => `Upload a CSV, XLSX, JSON or NDJSON file of up to ${count(limits.importBytes)} bytes. Its columns are found
in the background, with types that fit all their texts and others that fit nearly all. Then run it into a new table or an
existing one: it stores everything in one change set, or nothing. An import is kept for 30 days.

Programs with a file whose columns are named as the fields import it in one call, \`POST …/records/import\`.`,
  },
  changes: log,
  undo: log,
  redo: log,
  history: log,
  trash: {
    name: "Trash",
    text: () => `Deleted items stay in the trash for ${limits.trashDays} days. Restoring brings back their values, links and position.
A table is restored with the link fields that pointed to it; a link field with the field of its reverse links.`,
  },
  keys: {
    name: "Keys",
    text: () => `A key has scopes, which define what it may do, and may be restricted to certain databases and expire. For
other databases it gets the same response as for missing ones. A key can neither see nor create, change or rotate a key
that can do more than itself.

Its secret, \`sk_prod_\` and 40 characters, is shown at creation and rotation and never stored. Revocation, expiry and
changes take effect within a second. A key lists at most ${count(limits.databasesPerKey)} databases, and two secrets
overlap for at most ${count(limits.overlapSeconds)} seconds.`,
  },
  me: people,
  people,
  invitations: people,
  "password-resets": people,
  "email-confirmations": people,
  audit: people,
  members: {
    name: "Members",
    text: () => `The people with a role in a database: \`viewer\` and \`commenter\` read, \`editor\` also writes records and
views, \`creator\` also changes tables and fields, \`owner\` also renames, deletes and exports the database and decides who
has access. For anybody else the database does not exist: a 404.`,
  },
  presence: {
    name: "Presence",
    text: () => `The people who have a database open in a browser, and the cell that each has selected. Open pages report
it, and receive that of others by the live stream of several databases. Nothing of it is stored.`,
  },
  rules: {
    name: "Rules",
    text: () => `Rules narrow who may create, change or delete the records of a table, and who may change the values of a
field: \`editor\` (the default), \`creator\` or \`owner\`. They hold for every way to change records.`,
  },
  shares,
  shared: shares,
  forms,
  session: {
    name: "Sessions",
    text: () => `Sign-in for the pages of the application. Programs do not need it: they send their API key with every
request.`,
  },
};

/** Operations that belong to no resource. */
const service: Resource = {
  name: "Service",
  text: () => "A check of the API key, and this document.",
};

function count(number: number): string {
  return number.toLocaleString("en");
}
