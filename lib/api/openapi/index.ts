import type { Base } from "../../contract/bases";
import { errorBody } from "../../contract/error-body";
import { markdown } from "../../contract/markdown";
import { env } from "../../server/env";
import { eachInTurns } from "../../server/turns";
import { exampleWorld, type World, worldOf } from "../example";
import type { Operation } from "../operation";
import { sessionCookieName } from "../session-cookie";
import { describeOperation, shapesOf } from "./describe-operation";
import { errorResponses } from "./errors";
import { headers } from "./headers";
import { introduction } from "./introduction";
import { reachableInTurns, renameRefs } from "./references";
import { withExample } from "./sample";
import { type Converted, toSchemas } from "./schemas";
import { type TypedTable, typeTables } from "./tables";
import { tagsOf } from "./tags";
import type { OpenApi, OperationObject, PathItem, Schemas, Tag } from "./types";

/** Creates the documents for a list of operations. Parts shared by documents are created once. */
export function createDocuments(operations: readonly Operation[]) {
  const converted = once(() => convertAll(operations));
  return {
    /** Describes every operation, for any database. */
    ofApi: once(() => describeApi(operations, converted())),
    /** Describes the operations on one database, with the records of each table typed by its fields. */
    ofDatabase: (base: Base) => describeDatabase(operations, converted(), base),
  };
}

/** An operation and its path in the document. */
interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

const inDatabase = "/bases/{databaseId}";
const ofRecords = "/bases/{databaseId}/tables/{tableId}/records";

function describeApi(operations: readonly Operation[], converted: Converted): Promise<OpenApi> {
  const world = exampleWorld(env.APP_URL);
  const { components, ...schemas } = withExamples(converted, world);
  return complete({
    title: "Rowhouse API",
    entries: describeAll(operations, { ...schemas, components }, world),
    tags: tagsOf(operations.map(({ path }) => path)),
    components,
  });
}

async function describeDatabase(
  operations: readonly Operation[],
  converted: Converted,
  base: Base,
): Promise<OpenApi> {
  const [table] = base.tables;
  const world = table ? worldOf(base, table) : { ...exampleWorld(env.APP_URL), base };
  const general = withExamples(converted, world);
  const tables = await typeTables(base, general.components);
  const inside = operations.filter(({ path }) => path.startsWith(inDatabase));
  const others = inside.filter(({ path }) => !path.startsWith(ofRecords));
  const records = inside.filter(({ path }) => path.startsWith(ofRecords));
  const entries = describeAll(others, general, world).map((each) => placed(each, { databaseId: base.id }));
  await eachInTurns(tables, (typed) => entries.push(...describeRecords(records, general, typed)));
  return complete({
    title: `${base.name} (Rowhouse API)`,
    entries,
    tags: [...tagsOf(others.map(({ path }) => path)), ...tables.map(tagOfTable)],
    components: Object.assign({}, general.components, ...tables.map(({ own }) => own)),
  });
}

/** The record operations of a table, typed by its fields. */
function describeRecords(operations: readonly Operation[], general: Converted, typed: TypedTable): Entry[] {
  const { world, typeName, components, names } = typed;
  const place = { databaseId: world.base.id, tableId: world.table.id };
  return describeAll(operations, { ...general, components }, world).map((entry) => {
    const { path, method, operation } = placed(entry, place);
    const operationId = `${operation.operationId}In${typeName}`;
    return {
      path,
      method,
      operation: { ...renameRefs(operation, names), operationId, tags: [tagOfTable(typed).name] },
    };
  });
}

function tagOfTable({ world: { table } }: TypedTable): Tag {
  const fields = table.fields.map(({ name, type }) => markdown`"${name}" (${type})`);
  return { name: `Records of ${table.name}`, description: `Fields: ${fields.join(", ")}.` };
}

function describeAll(operations: readonly Operation[], converted: Converted, world: World): Entry[] {
  return operations.map((each) => ({
    path: each.path,
    method: each.method.toLowerCase(),
    operation: describeOperation(each, converted, world),
  }));
}

/** Replaces path parameters by fixed ids. */
function placed({ path, method, operation }: Entry, places: { readonly [name: string]: string }): Entry {
  const { parameters = [], ...others } = operation;
  const left = parameters.filter(({ name, in: where }) => where !== "path" || !(name in places));
  return {
    path: path.replace(/\{(\w+)\}/g, (placeholder, name: string) => places[name] ?? placeholder),
    method,
    operation: { ...others, ...(left.length > 0 && { parameters: left }) },
  };
}

interface Contents {
  readonly title: string;
  readonly entries: readonly Entry[];
  readonly tags: readonly Tag[];
  readonly components: Schemas;
}

async function complete({ title, entries, tags, components }: Contents): Promise<OpenApi> {
  const server = `${env.APP_URL}/api/v1`;
  const paths: { [path: string]: PathItem } = {};
  for (const { path, method, operation } of entries) paths[path] = { ...paths[path], [method]: operation };
  const responses = errorResponses();
  return {
    openapi: "3.1.0",
    info: { title, version: "1", description: introduction(server) },
    servers: [{ url: server }],
    security: [{ key: [] }],
    tags,
    paths,
    components: {
      schemas: await reachableInTurns([...Object.values(paths), responses], components),
      responses,
      headers,
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key: `sk_prod_` and 40 characters." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookieName(),
          description: "A signed-in browser, from the application's own pages.",
        },
      },
    },
  };
}

function convertAll(operations: readonly Operation[]): Converted {
  const shapes = operations.map(shapesOf);
  return toSchemas({
    sent: Object.assign({}, ...shapes.map(({ sent }) => sent)),
    answered: Object.assign({ error: errorBody }, ...shapes.map(({ answered }) => answered)),
  });
}

/** Uses the things of `world` as examples. */
function withExamples(converted: Converted, { base, table, record, values, row }: World): Converted {
  const examples: { readonly [name: string]: unknown } = {
    Base: base,
    OpenBase: { ...base, role: "editor", may: ["read", "edit-records", "change-views", "undo"] },
    Table: table,
    RuledTable: { ...table, may: ["read", "edit-records", "update-records", "undo"], lockedFieldIds: [] },
    Field: table.fields.at(-1),
    RehearsedField: table.fields.at(-1),
    View: table.views[0],
    Record: record,
    WrittenValues: values,
    WrittenRow: row,
  };
  const components = Object.entries(converted.components).map(([name, schema]) => [
    name,
    withExample(schema, examples[name]),
  ]);
  return { ...converted, components: Object.fromEntries(components) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
