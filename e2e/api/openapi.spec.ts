/** The documents at `/openapi.json`, and the API held to them: every operation, called, answers what they say. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  JsonSchema,
  OpenApi,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../../lib/api/openapi-types";
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import { type Answer, ApiClient } from "../api-client";
import { test as api, expect, fullRecord } from "./fixtures";

/** A database with one table, in which every call is made. */
interface World {
  readonly api: ApiClient;
  readonly base: Base;
  readonly table: Table;
  readonly recordId: string;
  /** The database's address, and the table's. */
  readonly basePlace: string;
  readonly place: string;
}

/** What a call says besides what the document's own example says already. */
interface Call {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: { readonly [name: string]: string };
}

/** How each operation is called so that it succeeds. The document's own example goes without saying. */
const calls: { readonly [operationId: string]: (world: World) => Call | Promise<Call> } = {
  testKey: asDocumented,
  createSession: ({ api: { key } }) => ({ body: { key } }),
  deleteSession: asDocumented,
  listBases: asDocumented,
  createBase: asDocumented,
  getBase: asDocumented,
  updateBase: asDocumented,
  deleteBase: asDocumented,
  listTables: asDocumented,
  createTable: asDocumented,
  getTable: asDocumented,
  updateTable: asDocumented,
  deleteTable: asDocumented,
  listFields: asDocumented,
  createField: asDocumented,
  getField: asDocumented,
  updateField: asDocumented,
  deleteField: asDocumented,
  listViews: asDocumented,
  createView: asDocumented,
  getView: asDocumented,
  updateView: asDocumented,
  // A table's last view stays.
  deleteView: async (world) => ({ params: { viewId: await anotherView(world) } }),
  createRecord: asDocumented,
  listRecords: asDocumented,
  listRecordsByQuery: asDocumented,
  getRecord: asDocumented,
  updateRecord: asDocumented,
  deleteRecord: asDocumented,
  createRecords: asDocumented,
  updateRecords: asDocumented,
  deleteRecords: asDocumented,
  moveRecords: asDocumented,
  aggregateRecords: asDocumented,
  createAttachment: () => ({ raw: "%PDF-1.7", headers: { "Content-Type": "application/pdf" } }),
  getAttachment: async (world) => ({ params: await anAttachment(world) }),
  getOpenApi: asDocumented,
  getDatabaseOpenApi: asDocumented,
};

const test = api.extend<{ world: World; general: Document; own: Document }>({
  world: async ({ api: client, base, table, place }, use) => {
    const { body } = await client.post(`${place}/records`, { record: fullRecord });
    await use({ api: client, base, table, place, recordId: body.id, basePlace: `/bases/${base.id}` });
  },
  general: async ({ api: client }, use) => use(new Document((await client.get("/openapi.json")).body)),
  own: async ({ world }, use) =>
    use(new Document((await world.api.get(`${world.basePlace}/openapi.json`)).body)),
});

test("both documents are valid OpenAPI 3.1 by another's judgement", async ({ general, own }) => {
  for (const { openApi } of [general, own]) {
    expect(await new Validator().validate(structuredClone(openApi))).toMatchObject({ valid: true });
    expect(openApi.openapi).toBe("3.1.0");
  }
});

test("the document of the API needs no key, and any page may read it", async ({
  api: { origin },
  general,
}) => {
  const answer = await new ApiClient(origin, null).call("/openapi.json", {
    headers: { Origin: "https://elsewhere.example" },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.body).toEqual(general.openApi);
});

test("the document of a database needs a key, and is a 404 for one that is not there", async ({
  api: client,
}) => {
  const { status } = await new ApiClient(client.origin, null).get("/bases/0123456789abcdef/openapi.json");
  expect(status).toBe(401);
  expect((await client.get("/bases/0123456789abcdef/openapi.json")).status).toBe(404);
});

test("the document of a database follows its fields", async ({ world, own }) => {
  const typed = own.openApi.components.schemas.EverythingRecord?.properties;
  expect(Object.keys(typed?.fields?.properties ?? {})).toEqual(world.table.fields.map(({ name }) => name));
  expect(Object.keys(typed?.data?.properties ?? {})).toEqual(world.table.fields.map(({ id }) => id));
  await world.api.post(`${world.place}/fields`, { type: "checkbox", name: "Is new" });
  const { body } = await world.api.get(`${world.basePlace}/openapi.json`);
  expect(body.components.schemas.EverythingRecord.properties.fields.properties["Is new"].type).toBe(
    "boolean",
  );
});

test("every operation is called below", async ({ general }) => {
  expect(Object.keys(calls).toSorted()).toEqual([...general.ids].toSorted());
});

for (const [id, prepare] of Object.entries(calls)) {
  test(`${id} answers as documented`, async ({ general, own, world }) => {
    const documented = [own.find(id, world), general.find(id, world)].filter((each) => each !== undefined);
    const [first] = documented;
    if (!first) throw new Error(`no document has ${id}`);
    const { sent, address, body } = first.call(await prepare(world), world);
    const answer = await world.api.call(address, sent);
    for (const each of documented) {
      if (body !== undefined) each.expectBody(body);
      each.expectAnswer(answer);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    }
  });

  test(`${id} refuses as documented`, async ({ general, world }) => {
    const documented = general.find(id, world);
    if (!documented) throw new Error(`the document has no ${id}`);
    const { sent, address } = documented.call({}, world);
    const strangers = new ApiClient(world.api.origin, null);
    const answers = [
      await world.api.call(`${address.replace(/\?.*/, "")}?nonsense=1`, sent),
      ...(documented.needsKey ? [await strangers.call(address, sent)] : []),
      ...(address.startsWith(world.basePlace)
        ? [await world.api.call(address.replace(world.base.id, "0123456789abcdef"), sent)]
        : []),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 404].slice(0, answers.length));
    for (const answer of answers) documented.expectAnswer(answer);
  });
}

/** The example of the document suffices. */
function asDocumented(): Call {
  return {};
}

async function anotherView({ api: client, place }: World): Promise<string> {
  return (await client.post(`${place}/views`, { name: "Another" })).body.id;
}

async function anAttachment({
  api: client,
  basePlace,
}: World): Promise<{ attachmentId: string; filename: string }> {
  const { body } = await client.call(`${basePlace}/attachments?filename=a.txt`, {
    method: "POST",
    raw: "a",
    headers: { "Content-Type": "text/plain" },
  });
  const [filename = "", attachmentId = ""] = new URL(body.url).pathname.split("/").toReversed();
  return { attachmentId, filename };
}

/** A document, to ask for its operations and to hold answers against. */
class Document {
  readonly #ajv: Ajv2020;

  constructor(readonly openApi: OpenApi) {
    this.#ajv = new Ajv2020({ strict: false });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(openApi, "document");
  }

  get ids(): string[] {
    return Object.values(this.openApi.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
  }

  /** An operation by its id; in the document of a database, that of the table for what is about its records. */
  find(id: string, { table }: World): Documented | undefined {
    for (const [path, item] of Object.entries(this.openApi.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if ([id, `${id}In${table.name}`].includes(operation.operationId)) {
          return new Documented(this, { path, method, operation });
        }
      }
    }
    return undefined;
  }

  /** Fails, saying why, unless a value is what a schema says. */
  check(schema: JsonSchema, value: unknown, what: string): void {
    const outside = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = this.#ajv.compile(JSON.parse(outside));
    expect(validate(value), `${what}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`).toBe(
      true,
    );
  }

  follow<Kind extends object>(kind: "responses" | "headers", part: Kind | Reference): Kind {
    if (!("$ref" in part)) return part;
    return this.openApi.components[kind][part.$ref.replace(/.*\//, "")] as unknown as Kind;
  }
}

/** Headers that belong to HTTP, or to every answer of any service. */
const usual =
  /^(access-control-.*|cache-control|connection|content-.*|date|keep-alive|transfer-encoding|x-content-type-options|etag|vary)$/;

/** One operation of a document. */
class Documented {
  readonly #path: string;
  readonly #method: string;
  readonly #operation: OperationObject;

  constructor(
    readonly document: Document,
    { path, method, operation }: { path: string; method: string; operation: OperationObject },
  ) {
    this.#path = path;
    this.#method = method.toUpperCase();
    this.#operation = operation;
  }

  get needsKey(): boolean {
    return (this.#operation.security?.length ?? 0) > 0;
  }

  /** The call of its example, about the things of `world`, with what `given` says otherwise. */
  call(given: Call, world: World) {
    const { parameters = [], requestBody } = this.#operation;
    const media = requestBody?.content["application/json"];
    const body = given.body ?? this.#about(world, media?.example);
    const query = parameters.filter((each) => each.in === "query" && exampleOf(each) !== undefined);
    const search = new URLSearchParams({
      ...Object.fromEntries(
        query.map((each) => [each.name, textOf(each, this.#about(world, exampleOf(each)))]),
      ),
      ...given.query,
    });
    const place: { readonly [name: string]: string | undefined } = {
      databaseId: world.base.id,
      tableId: world.table.id,
      fieldId: world.table.fields.at(-1)?.id,
      viewId: world.table.views[0]?.id,
      recordId: world.recordId,
      ...given.params,
    };
    const path = this.#path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(place[name] ?? "none"));
    return {
      address: search.size === 0 ? path : `${path}?${search}`,
      sent: { method: this.#method, body, raw: given.raw, headers: given.headers },
      body,
    };
  }

  expectBody(body: unknown): void {
    const schema = this.#operation.requestBody?.content["application/json"]?.schema;
    if (!schema) throw new Error(`${this.#operation.operationId} takes no body`);
    this.document.check(schema, body, "the body sent");
  }

  expectAnswer({ status, headers, body }: Answer<unknown>): void {
    const response = this.#operation.responses[status];
    if (!response) throw new Error(`${status} is not documented: ${JSON.stringify(body)}`);
    const { content, headers: described = {} } = this.document.follow<ResponseObject>("responses", response);
    this.#expectHeaders(headers, described);
    const type = headers.get("Content-Type")?.replace(/;.*/, "");
    const media = content?.[type ?? ""] ?? content?.["*/*"];
    if (!content) expect(body).toBe("");
    else if (!media) throw new Error(`${type} is not documented`);
    else this.document.check(media.schema, body, `the ${status}`);
  }

  #expectHeaders(headers: Headers, described: NonNullable<ResponseObject["headers"]>): void {
    for (const [name, part] of Object.entries(described)) {
      const { required, schema } = this.document.follow("headers", part) as {
        required?: boolean;
        schema: JsonSchema;
      };
      const value = headers.get(name);
      if (required) expect(value, name).not.toBeNull();
      if (value !== null)
        this.document.check(schema, schema.type === "integer" ? Number(value) : value, name);
    }
    const known = new Set(Object.keys(described).map((name) => name.toLowerCase()));
    expect([...headers.keys()].filter((name) => !known.has(name) && !usual.test(name))).toEqual([]);
  }

  /** An example, about the record that is there instead of one that might be. */
  #about({ recordId }: World, example: unknown): unknown {
    const text = JSON.stringify(example);
    return text && JSON.parse(text.replaceAll("019c3a5e-7d2b-7c41-9a6f-2f8e1d0b4c33", recordId));
  }
}

function exampleOf({ content, example }: Parameter): unknown {
  return content?.["application/json"]?.example ?? example;
}

/** A value as it stands in an address. */
function textOf({ content }: Parameter, value: unknown): string {
  return content ? JSON.stringify(value) : String(value);
}
