import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { mergeRecord } from "@/lib/server/record-sql";

/**
 * The least that can answer the PATCH: node:http, `pg`, the product's own statement, and the record with both
 * of its maps. No key, no validation, nothing about errors.
 */
export async function serveBare(): Promise<void> {
  const { BENCH_TABLE: tableId = "", BENCH_FIELDS = "", DATABASE_URL, PORT } = process.env;
  const names = new Map(BENCH_FIELDS.split(",").map((fieldId, index) => [fieldId, `Field ${index}`]));
  const pool = new pg.Pool({
    connectionString: DATABASE_URL,
    max: 20,
    options: "-c plan_cache_mode=force_custom_plan -c timezone=UTC",
  });

  async function patch(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { record } = JSON.parse(await textOf(request));
    const recordId = request.url?.slice(request.url.lastIndexOf("/") + 1) ?? "";
    const { text, values } = mergeRecord(tableId, recordId, { set: record, cleared: [] });
    const { rows } = await pool.query({ name: "patch", text, values });
    const { id, data, createdAt, updatedAt } = rows[0];
    const fields: Record<string, unknown> = {};
    for (const [fieldId, name] of names) fields[name] = data[fieldId];
    const body = JSON.stringify({ id, data, fields, createdAt, updatedAt });
    response.writeHead(200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    });
    response.end(body);
  }

  createServer((request, response) => {
    patch(request, response).catch((error) => response.writeHead(500).end(String(error)));
  }).listen(Number(PORT), "127.0.0.1");
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
