import { limits } from "../../contract/limits";
import { errorTable } from "./errors";

/** What holds for every operation, so that nobody needs another text to begin. */
export function introduction(server: string): string {
  return `Databases of tables, fields and records over plain HTTP and JSON. A first call, which answers your databases:

\`\`\`sh
curl ${server}/bases -H "Authorization: Bearer $KEY"
\`\`\`

## Keys

Every request carries an API key, \`Authorization: Bearer sk_prod_…\`. A key has scopes: \`read\` for every GET and list,
\`write\` for records and files, \`schema\` for databases, tables, fields and views, \`keys\` for keys; each operation
names the one it needs. Without \`read\` a key is told of nothing that is stored: what it writes is answered with the ids
alone, a 412 comes without the record, and \`matchOn\` and \`expected\` are a 403. So the key of a form on a website can be one that
only writes. A key may be for certain databases alone: any other answers like one that is not there. Programs on
other origins may call with a key. A browser that is signed in may use its
session cookie instead, from the application's own pages only.

## Requests and answers

- Bodies are JSON in UTF-8 and come with \`Content-Type: application/json\`.
- Nothing is ignored in silence: an unknown key, field, operator or query parameter is a 400 that names it.
- Names work in place of ids: a table's name wherever \`{tableId}\` stands, a field's name wherever \`{fieldId}\` stands,
  as a key of a record, in filters and in sorts. They are compared exactly, and an id wins over an equal name. In an address
  they are percent-encoded: \`/tables/Q%26A%2F2026\`.
- Timestamps are ISO 8601 in UTC with milliseconds: \`2026-01-31T09:30:00.000Z\`.
- A POST that makes something answers 201 with \`Location\`; a DELETE answers 200 with \`{ "deleted": true }\`.
- HEAD works wherever GET does, and OPTIONS everywhere.

| thing | id |
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
    "message": "name is required",
    "details": [{ "path": "name", "message": "is required" }],
    "requestId": "0b0c6f2e-4a71-4c1d-9a53-6d0f5e7b8c21"
  }
}
\`\`\`

Decide by \`code\` and show \`message\`, which says what was wrong and what would be right. \`details\` names each wrong
place by the key as you wrote it. Codes may be added; treat an unknown one by its status.

${errorTable()}

## Limits

| what | at most |
|---|---|
${rows({
  "Body of a request": `${count(limits.bodyBytes)} bytes`,
  "Values in a body": `${count(limits.bodyValues)}, besides those that a bulk call's records may have; ${count(limits.readingValues)} where the call only reads`,
  "Nesting of JSON": `${limits.jsonDepth} levels`,
  "A name": `${limits.nameLength} characters`,
  "Fields of a table": count(limits.fieldsPerTable),
  "Records of a call": count(limits.recordsPerCall),
  "Values of a lookup cell": `${count(limits.lookupValues)}, the first ones; filters and search see all of them`,
  "An attachment": `${count(limits.attachmentBytes)} bytes`,
  "Requests of a key": perSecond(limits.requestsPerSecond),
})}

The headers \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` tell how many requests are left.

## Trying again

A 429 and a 503 say in \`Retry-After\` how many seconds to wait. Send \`Idempotency-Key\`, any text of yours, with a POST, PUT, PATCH
or DELETE, and the same again when you try again after a broken connection, a 500 or a 503: what was done is answered
once more, with \`Idempotency-Replayed: true\`, and nothing is done twice. The answer is kept for 24 hours together with what it
tells, so that neither is there without the other. Refusals (4xx) are not kept. While the first call is still running the
second is a 409; the same key with another call is a 422. A call that only reads, such as \`listRecords\`, may carry the header
too: nothing is kept of it, and a repeat reads again.

## Two at once

Two PATCHes of different cells of a record both stay; of the same cell the last one wins, and both are in the record's history.
Where that will not do, send what you expect the cells to hold, beside what you write: \`{ "record": { "Stage": "Won" },
"expected": { "Stage": "Open" } }\`. Or send the record's \`ETag\` back as \`If-Match\`, for a record in which nothing at all has
changed. Where it is not so, nothing is done, and the 412 carries the record as it is now.

## Trying out

\`?dryRun=true\` on any write makes all its checks and gives its answer, and stores nothing. (A change of a field's type
answers how many values would be lost.)`;
}

function rows(limited: { readonly [what: string]: string }): string {
  return Object.entries(limited)
    .map(([what, most]) => `| ${what} | ${most} |`)
    .join("\n");
}

function perSecond(requests: number): string {
  return requests === Number.POSITIVE_INFINITY ? "no limit here" : `${count(requests)} a second`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
