import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { v7 } from "uuid";
import type { Author } from "@/lib/server/access/author";
import { mergeRecord, type RecordRow, recordColumns } from "@/lib/server/records/record-sql";
import { partitionOf } from "@/lib/server/structure/partitions";
import type { StampedTable } from "./data";

/**
 * The minimal server for the PATCH and the list: node:http, `pg`, one statement, and records with both of their
 * maps. No key, validation or error handling. With BENCH_LOG it uses the product's statement, which also writes a
 * log entry.
 */
export function serveBare(): void {
  const { BENCH_TABLE = "", BENCH_LOG, DATABASE_URL, PORT } = process.env;
  const isLogging = BENCH_LOG !== undefined;
  const table = JSON.parse(BENCH_TABLE) as StampedTable;
  const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
  const list = `SELECT ${recordColumns.text} FROM ${partitionOf(table.id).text} WHERE "tableId" = $1 ORDER BY "id" LIMIT $2`;

  const update = `
    UPDATE ${partitionOf(table.id).text}
    SET "data" = "data" || $1::jsonb, "version" = "version" + 1, "updatedAt" = greatest("updatedAt", clock_timestamp())
    WHERE "tableId" = $2 AND "id" = $3::uuid AND "data" || $1::jsonb <> "data" RETURNING ${recordColumns.text}`;

  createServer((request, response) => {
    const answered = request.method === "PATCH" ? patch(request) : listRecords(request);
    answered
      .then((body) => send(response, body))
      .catch((error) => response.writeHead(500).end(String(error)));
  }).listen(Number(PORT), "127.0.0.1");

  async function patch(request: IncomingMessage): Promise<unknown> {
    const { record } = JSON.parse(await textOf(request));
    const id = request.url?.slice(request.url.lastIndexOf("/") + 1) ?? "";
    const plain = { text: update, values: [JSON.stringify(record), table.id, id] };
    const { text, values } = isLogging ? mergeRecord(nobody, table, { id, set: record, cleared: [] }) : plain;
    const { rows } = await pool.query<RecordRow>({ name: "patch", text, values });
    return present(rows[0] as RecordRow);
  }

  async function listRecords(request: IncomingMessage): Promise<unknown> {
    const { limit } = JSON.parse(await textOf(request));
    const { rows } = await pool.query<RecordRow>({ name: "list", text: list, values: [table.id, limit] });
    return { records: rows.map(present) };
  }

  function present({ id, data, createdAt, updatedAt }: RecordRow): unknown {
    const fields: Record<string, unknown> = {};
    for (const field of table.fields) fields[field.name] = data[field.id];
    return { id, data, fields, createdAt, updatedAt };
  }
}

const nobody: Author = {
  actor: {
    kind: "key",
    id: v7(),
    keyId: null,
    person: { id: v7(), role: "owner", roles: {}, name: null, email: null, isActive: true },
    scopes: [],
    databases: null,
    expiresAt: null,
  },
  changeSetId: v7(),
};

function send(response: ServerResponse, answer: unknown): void {
  const body = JSON.stringify(answer);
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => resolve(text));
    request.on("error", reject);
  });
}
