import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "../../../e2e/own-postgres";
import { uniqueIndex } from "../structure/unique-indexes";
import { migrate } from "./migrate";

/** PostgreSQL's names of the types that prisma/schema.prisma uses. */
const columnTypes: { [declared: string]: string } = {
  String: "text",
  "String @db.Uuid": "uuid",
  "String[]": "text[]",
  Int: "integer",
  Float: "double precision",
  BigInt: "bigint",
  Boolean: "boolean",
  Json: "jsonb",
  "Json @db.Json": "json",
  Bytes: "bytea",
  "Decimal @db.Decimal": "numeric",
  "DateTime @db.Timestamptz(3)": "timestamp(3) with time zone",
};

let folder: string;
let postgres: OwnPostgres;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startOwnPostgres();
  folder = await mkdtemp(path.join(tmpdir(), "rowhouse-schema-"));
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

test("keys from before rights existed keep full access", async () => {
  const early = path.join(folder, "early");
  await cp("prisma/migrations/0001_start", path.join(early, "0001_start"), { recursive: true });
  await migrate(client, early);
  const id = "019a9e5c-0000-7000-8000-000000000000";
  await client.query(
    `INSERT INTO "ApiKey" ("id", "name", "hash", "scopes") VALUES ($1, 'Old', '\\x17', '{read,keys}')`,
    [id],
  );
  await migrate(client, "prisma/migrations");
  const { rows } = await client.query(
    `SELECT "scopes", "databases", "expiresAt", "revokedAt", "hash", "endsAt"
     FROM "ApiKey" JOIN "KeySecret" ON "keyId" = "id" WHERE "id" = $1`,
    [id],
  );
  const never = { databases: null, expiresAt: null, revokedAt: null, endsAt: null };
  expect(rows).toEqual([{ ...never, scopes: ["read", "keys"], hash: Buffer.from([0x17]) }]);
});

/** A folder with the migrations before one. */
async function migrationsBefore(first: string): Promise<string> {
  const before = await mkdtemp(path.join(folder, "before-"));
  const names = (await readdir("prisma/migrations")).filter((name) => name < first);
  for (const name of names) {
    await cp(path.join("prisma/migrations", name), path.join(before, name), { recursive: true });
  }
  return before;
}

describe("what was there before people", () => {
  const base = "0123456789abcdef";
  const other = "fedcba9876543210";
  const [first, second, session] = [1, 2, 3].map((id) => `019a9e5c-0000-7000-8000-00000000000${id}`);
  const [shared, given] = [randomUUID(), randomUUID()];
  const [firstJoined, lastJoined] = [randomUUID(), randomUUID()];
  let owner: string;

  beforeAll(async () => {
    const before = await migrationsBefore("0015");
    await empty(client);
    await migrate(client, before);
    await client.query(`
      INSERT INTO "AllBases" ("id", "name") VALUES ('${base}', 'Used'), ('${other}', 'Deleted');
      UPDATE "AllBases" SET "trashId" = gen_random_uuid() WHERE "id" = '${other}';
      INSERT INTO "ApiKey" ("id", "name", "scopes") VALUES ('${first}', 'First', '{read}'), ('${second}', 'Second', '{read}');
      INSERT INTO "Session" ("id", "hash", "keyId", "expiresAt") VALUES ('${session}', '\\x01', NULL, 'infinity');
      INSERT INTO "Change" ("baseId", "changeSetId", "actorId", "source", "kind", "itemId", "before", "after")
        SELECT '${base}', '${shared}', actor::uuid, 'ui', 'base', '${base}', '{}', '{}'
        FROM unnest(ARRAY['${first}', '${second}', '${session}']) AS actor;
      INSERT INTO "Undone" ("actorId", "baseId", "changeSetId", "isUndone", "by", "number")
        VALUES ('${first}', '${base}', gen_random_uuid(), true, gen_random_uuid(), 1);
      INSERT INTO "Trash" ("id", "baseId", "kind", "itemId", "name", "changeSetId", "actorId")
        SELECT gen_random_uuid(), '${base}', 'record', 'x', 'x', gen_random_uuid(), actor::uuid
        FROM unnest(ARRAY['${first}', NULL]) AS actor;
      INSERT INTO "Import" ("id", "baseId", "ownerId", "filename", "size", "status", "reading")
        VALUES (gen_random_uuid(), '${base}', '${session}', 'a.csv', 1, 'ready', '{}');
      INSERT INTO "JoinedChangeSet" ("actorId", "givenId", "changeSetId", "joinedAt") VALUES
        ('${second}', '${given}', '${firstJoined}', '2026-01-01'), ('${first}', '${given}', '${lastJoined}', '2026-01-02'),
        ('${second}', '${shared}', '${firstJoined}', '2026-01-01');`);
    await migrate(client, "prisma/migrations");
    owner = (await rowsOf("Person"))[0]?.id as string;
  });

  test("belongs to one owner", async () => {
    expect(await rowsOf("Person")).toEqual([
      expect.objectContaining({
        role: "owner",
        name: null,
        email: null,
        password: null,
        deactivatedAt: null,
      }),
    ]);
    for (const table of ["ApiKey", "Session", "Change", "Undone", "JoinedChangeSet", "Trash"]) {
      const rows = await rowsOf(table);
      expect([table, rows.length > 0]).toEqual([table, true]);
      expect([table, rows.filter(({ personId }) => personId !== owner)]).toEqual([table, []]);
    }
    expect(await rowsOf("Import")).toEqual([expect.objectContaining({ ownerId: owner })]);
  });

  test("includes every database, those in the trash too", async () => {
    expect(
      (await rowsOf("Member")).toSorted((a, b) => (String(a.baseId) < String(b.baseId) ? -1 : 1)),
    ).toEqual([
      { baseId: base, personId: owner, role: "owner" },
      { baseId: other, personId: owner, role: "owner" },
    ]);
  });

  test("keeps the last use of a change set's given id, and all other ids", async () => {
    const joined = await rowsOf("JoinedChangeSet");
    expect(Object.fromEntries(joined.map(({ givenId, changeSetId }) => [givenId, changeSetId]))).toEqual({
      [given]: lastJoined,
      [shared]: firstJoined,
    });
    expect(joined).toHaveLength(2);
  });

  test("takes no default for what comes later", async () => {
    await expect(
      client.query(`INSERT INTO "ApiKey" ("id", "name", "scopes") VALUES (gen_random_uuid(), 'New', '{}')`),
    ).rejects.toThrow('null value in column "personId"');
  });
});

test("prisma/schema.prisma matches the migrations", async () => {
  await migrate(client, "prisma/migrations");
  const models = modelsOf(await readFile("prisma/schema.prisma", "utf8"));
  expect(models.length).toBeGreaterThan(5);
  expect(await columnsOf(client)).toEqual(models.flatMap(({ columns }) => columns).sort());
  expect(await indexesOf(client)).toEqual(models.flatMap(({ indexes }) => indexes).sort());
});

test("the views of rows that are not deleted have every column of their tables", async () => {
  await migrate(client, "prisma/migrations");
  for (const [table, view] of Object.entries(stores)) {
    const [all, shown] = await Promise.all(
      [table, view].map((name) => client.query(`SELECT * FROM "${name}"`)),
    );
    expect([view, shown?.fields.map(({ name }) => name)]).toEqual([
      view,
      all?.fields.map(({ name }) => name),
    ]);
  }
});

test("unique fields from before take several texts of no characters", async () => {
  await empty(client);
  await migrate(client, await migrationsBefore("0033"));
  await client.query(`
    CREATE TABLE "Record_t1" PARTITION OF "Record" FOR VALUES IN ('t1');
    CREATE UNIQUE INDEX "Unique_f1" ON "Record_t1" ((md5("data" ->> 'f1'))) WHERE (md5("data" ->> 'f1')) IS NOT NULL`);
  const add = (value: string) =>
    client.query(
      `INSERT INTO "Record_t1" ("id", "tableId", "data", "position", "source", "createdAt", "updatedAt")
       VALUES (gen_random_uuid(), 't1', jsonb_build_object('f1', $1::text), 1, 'api', now(), now())`,
      [value],
    );
  for (const value of ["", "a"]) await add(value);
  await expect(add("")).rejects.toThrow("Unique_f1");
  await migrate(client, "prisma/migrations");
  await add("");
  await expect(add("a")).rejects.toThrow("Unique_f1");
  const { rows } = await client.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'Unique_f1'`);
  const wanted = uniqueIndex({ id: "f1111111111", tableId: "t1111111111" }).replaceAll(/([ft])1{10}/g, "$11");
  await client.query(`DROP INDEX "Unique_f1"; ${wanted}`);
  expect((await client.query(`SELECT indexdef FROM pg_indexes WHERE indexname = 'Unique_f1'`)).rows).toEqual(
    rows,
  );
});

test("change sets of two keys with one id, both undone, do not stop the migration", async () => {
  const before = await migrationsBefore("0015");
  await empty(client);
  await migrate(client, before);
  const id = randomUUID();
  await client.query(
    `INSERT INTO "Undone" ("actorId", "baseId", "changeSetId", "isUndone", "by", "number")
     VALUES (gen_random_uuid(), '0123456789abcdef', $1, true, gen_random_uuid(), 1),
       (gen_random_uuid(), '0123456789abcdef', $1, false, gen_random_uuid(), 2)`,
    [id],
  );
  await migrate(client, "prisma/migrations");
  expect(await rowsOf("Undone")).toMatchObject([{ changeSetId: id, isUndone: false }]);
});

/** Deletes all tables. */
async function empty(database: pg.Client): Promise<void> {
  await database.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public`);
}

async function rowsOf(table: string): Promise<{ [column: string]: unknown }[]> {
  return (await client.query(`SELECT * FROM "${table}"`)).rows;
}

interface Model {
  /** Such as `Base.name text not null`. */
  readonly columns: string[];
  /** Such as `Table unique baseId, name`. */
  readonly indexes: string[];
}

function modelsOf(schema: string): Model[] {
  const blocks = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = "", body = ""]) => ({
    name,
    body,
  }));
  const names = new Set(blocks.map(({ name }) => name));
  return blocks.map(({ name, body }) => {
    const lines = body.split("\n").map((line) => line.replace(/\/\/.*/, "").trim());
    const fields = lines.flatMap((line) => {
      const [, field, type = "", optional, rest = ""] = /^(\w+)\s+(\w+(?:\[\])?)(\?)?(.*)$/.exec(line) ?? [];
      return field && !names.has(type.replace("[]", "")) ? [{ field, type, optional, rest }] : [];
    });
    return {
      columns: fields.map(({ field, type, optional, rest }) => {
        const declared = [type, /@db\.\w+(?:\(\d+\))?/.exec(rest)?.[0]].filter(Boolean).join(" ");
        const isNullable = optional !== undefined || type.endsWith("[]");
        return `${name}.${field} ${columnTypes[declared] ?? `${declared}?`}${isNullable ? "" : " not null"}`;
      }),
      indexes: [
        ...fields.flatMap(({ field, rest }) => [
          ...(/@id\b/.test(rest) ? [`${name} primary ${field}`] : []),
          ...(/@unique\b/.test(rest) ? [`${name} unique ${field}`] : []),
        ]),
        ...lines.flatMap((line) => {
          const [, kind = "", columns] = /^@@(id|unique|index)\(\[([^\]]*)\][,)]/.exec(line) ?? [];
          return columns
            ? [`${name} ${{ id: "primary", unique: "unique", index: "index" }[kind]} ${columns}`]
            : [];
        }),
      ],
    };
  });
}

/** Tables of which the model is a view of what is not deleted. */
const stores: { [table: string]: string } = {
  AllBases: "Base",
  AllTables: "Table",
  AllFields: "Field",
  AllViews: "View",
};

const tables = `c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname <> '_prisma_migrations'`;

async function columnsOf(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ column: string }>(`
    SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
      || CASE WHEN a.attnotnull THEN ' not null' ELSE '' END AS "column"
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE ${tables} AND a.attnum > 0 AND NOT a.attisdropped`);
  return rows.map(({ column }) => column.replace(/^\w+/, modelOf)).sort();
}

async function indexesOf(database: pg.Client): Promise<string[]> {
  const { rows } = await database.query<{ index: string }>(`
    SELECT c.relname || ' ' || CASE WHEN i.indisprimary THEN 'primary' WHEN i.indisunique THEN 'unique' ELSE 'index' END
      || ' ' || (SELECT string_agg(a.attname, ', ' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY AS k (attnum, n)
                 JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = k.attnum) AS "index"
    FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indrelid WHERE ${tables}`);
  return rows.map(({ index }) => index.replace(/^\w+/, modelOf)).sort();
}

function modelOf(table: string): string {
  return stores[table] ?? table;
}
