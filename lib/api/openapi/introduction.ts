import { limits } from "../../contract/limits";
import { errorTable } from "./errors";

/** The introduction to the API: all that applies to every operation. */
export function introduction(server: string): string {
  return `Databases of tables, fields and records over plain HTTP and JSON. A first call, which lists your databases:

\`\`\`sh
curl ${server}/bases -H "Authorization: Bearer $KEY"
\`\`\`

## Keys

Every request carries an API key, \`Authorization: Bearer sk_prod_…\`. A key has scopes: \`read\` for every GET and list,
\`write\` for records, files and views, \`schema\` for databases, tables, fields and views, \`keys\` for keys and people; each
operation names those of which it needs one. A key belongs to a person and never does more than that person may, by role
in the database and in the installation. A key without \`read\` never sees stored values: its writes return only ids, a 412 comes without
the record, and \`matchOn\` is a 403. Use such a key for a form on a website, for example. A key can be restricted to
certain databases; for all others it gets the same response as for missing ones. Programs on other origins may call
with a key. A signed-in browser may use its session cookie instead, but only from the application's own pages.

## Requests and responses

- Bodies are JSON in UTF-8 with the header \`Content-Type: application/json\`.
- Nothing is silently ignored: an unknown key, field, operator or query parameter is a 400 that names it.
- Names work in place of ids: a table's name for \`{tableId}\`, a field's name for \`{fieldId}\`, as a key of a record,
  in filters and in sorts. Names are compared exactly, and an id takes precedence over an equal name. In a URL they are
  percent-encoded: \`/tables/Q%26A%2F2026\`.
- Timestamps are ISO 8601 in UTC with milliseconds: \`2026-01-31T09:30:00.000Z\`.
- A POST that creates something responds with 201 and \`Location\`; a DELETE responds with 200 and
  \`{ "deleted": true }\`.
- HEAD works wherever GET does, and OPTIONS everywhere.

| item | id |
|---|---|
| database | 16 lower-case hex characters |
| table, field, view | \`t\`, \`f\` or \`v\` and 10 base58 characters |
| select option | 4 base58 characters |
| record | a UUID that sorts by creation |

## Errors

\`\`\`json
{
  "error": {
    "code": "BAD_REQUEST",
    "message": "name is required.",
    "details": [{ "path": "name", "message": "is required" }],
    "requestId": "0b0c6f2e-4a71-4c1d-9a53-6d0f5e7b8c21"
  }
}
\`\`\`

Decide by \`code\` and show \`message\`, which says what is wrong and how to fix it. \`details\` lists the problems by path,
with keys as you wrote them. New codes may be added; treat an unknown one by its status.

${errorTable()}

## Limits

| limit | maximum |
|---|---|
${rows({
  Body: `${count(limits.bodyBytes)} bytes`,
  "Values in a body": `${count(limits.bodyValues)}, not counting those that the records of a bulk call may have; ${count(limits.readingValues)} in a read-only call`,
  "Nested lists and objects": `${limits.jsonDepth} levels`,
  Name: `${limits.nameLength} characters`,
  "Fields in a table": count(limits.fieldsPerTable),
  "Records in a call": count(limits.recordsPerCall),
  "Values in a lookup cell": `${count(limits.lookupValues)}; filters and search use all values`,
  Attachment: `${count(limits.attachmentBytes)} bytes`,
  "Requests of a key": perSecond(limits.requestsPerSecond),
})}

The headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` show how many requests are left.

## Retries

A 429 and a 503 state in \`Retry-After\` how many seconds to wait. Send \`Idempotency-Key\`, a text of your choice, with a
POST, PUT, PATCH or DELETE, and the same key when you retry after a lost connection, a 500 or a 503. If the first call
was executed, its response is returned again with \`Idempotency-Replayed: true\`, and nothing is executed twice. The
response is stored for 24 hours, in the same transaction as the data. Errors (4xx) are not stored. While the first call
is still running, the second is a 409; the same key with another call is a 422. Read-only calls such as \`listRecords\`
accept the header too, but store nothing and always read again.

## Concurrent changes

Two PATCHes of different cells of a record both take effect. Of two PATCHes of the same cell the last one wins, and
both are in the record's history. To prevent this, send the record's \`ETag\` as \`If-Match\`: if the record has changed
since, nothing is written, and the 412 contains the current record.

## Dry runs

\`?dryRun=true\` on any write runs all checks and returns the same response, but stores nothing. A change of a field's
type returns how many values would be lost.`;
}

function rows(limited: { readonly [what: string]: string }): string {
  return Object.entries(limited)
    .map(([what, max]) => `| ${what} | ${max} |`)
    .join("\n");
}

function perSecond(requests: number): string {
  return requests === Number.POSITIVE_INFINITY ? "no limit" : `${count(requests)} per second`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
