/** What a document at `/openapi.json` says, to make calls by it and to hold answers against it. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type {
  JsonSchema,
  OpenApi,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../../lib/api/openapi/types";
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import type { Answer, ApiClient } from "../api-client";

/** A database with one table, in which every call is made. */
export interface World {
  readonly api: ApiClient;
  readonly base: Base;
  readonly table: Table;
  readonly recordId: string;
  /** The database's address, and the table's. */
  readonly basePlace: string;
  readonly place: string;
}

/** What a call says besides what the document's own example says already. */
export interface Call {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly raw?: string;
  readonly headers?: { readonly [name: string]: string };
  /** HEAD where the body is of no interest. */
  readonly method?: "HEAD";
}

/** A document, to ask for its operations and to hold answers against. */
export class Document {
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<JsonSchema, ValidateFunction>();

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
    return this.#first((operationId) => [id, `${id}In${table.name}`].includes(operationId));
  }

  /** An operation by its id, in the document of the API. */
  operation(id: string): Documented | undefined {
    return this.#first((operationId) => operationId === id);
  }

  /** What a reference to a schema leads to. */
  schema(reference: string): JsonSchema {
    const schema = this.openApi.components.schemas[reference.replace(/.*\//, "")];
    if (!schema) throw new Error(`there is no ${reference}`);
    return schema;
  }

  /** Fails, saying why, unless a value is what a schema says. */
  check(schema: JsonSchema, value: unknown, what: string): void {
    const validate = this.#compile(schema);
    if (validate(value)) return;
    throw new Error(`${what}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`);
  }

  /** Whether a value is what a schema says. */
  allows(schema: JsonSchema, value: unknown): boolean {
    return this.#compile(schema)(value);
  }

  #compile(schema: JsonSchema): ValidateFunction {
    const known = this.#compiled.get(schema);
    if (known) return known;
    const outside = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const compiled = this.#ajv.compile(JSON.parse(outside));
    this.#compiled.set(schema, compiled);
    return compiled;
  }

  #first(isIt: (operationId: string) => boolean): Documented | undefined {
    for (const [path, item] of Object.entries(this.openApi.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (isIt(operation.operationId)) return new Documented(this, { path, method, operation });
      }
    }
    return undefined;
  }

  follow<Kind extends object>(kind: "responses" | "headers", part: Kind | Reference): Kind {
    if (!("$ref" in part)) return part;
    return this.openApi.components[kind][part.$ref.replace(/.*\//, "")] as unknown as Kind;
  }
}

/** A body of events, which is no JSON. */
const eventStream = "text/event-stream";

/** Headers that belong to HTTP, or to every answer of any service. */
const usual =
  /^(access-control-.*|cache-control|connection|content-.*|date|keep-alive|transfer-encoding|x-accel-buffering|x-content-type-options|etag|vary)$/;

/** One operation of a document. */
export class Documented {
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

  /** What its body has to be, undefined where it takes none. */
  get bodySchema(): JsonSchema | undefined {
    return this.#operation.requestBody?.content["application/json"]?.schema;
  }

  /** Whether a call may have this body; undefined: none. */
  allowsBody(body: unknown): boolean {
    const { bodySchema } = this;
    if (body === undefined || !bodySchema) return !this.#operation.requestBody?.required;
    return this.document.allows(bodySchema, body);
  }

  get queryParameters(): readonly Parameter[] {
    return this.#operation.parameters?.filter((each) => each.in === "query") ?? [];
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
      sent: { method: given.method ?? this.#method, body, raw: given.raw, headers: given.headers },
      body,
    };
  }

  expectBody(body: unknown): void {
    if (!this.bodySchema) throw new Error(`${this.#operation.operationId} takes no body`);
    this.document.check(this.bodySchema, body, "the body sent");
  }

  expectAnswer({ status, headers, body }: Answer<unknown>): void {
    const response = this.#operation.responses[status];
    if (!response) throw new Error(`${status} is not documented: ${JSON.stringify(body)}`);
    const { content, headers: described = {} } = this.document.follow<ResponseObject>("responses", response);
    this.#expectHeaders(headers, described);
    const type = headers.get("Content-Type")?.replace(/;.*/, "");
    const media = content?.[type ?? ""] ?? content?.["*/*"];
    if (content && !media) throw new Error(`${type} is not documented`);
    if (media && type !== eventStream) this.document.check(media.schema, body, `the ${status}`);
    else if (!media && body !== "") throw new Error(`the ${status} has a body: ${JSON.stringify(body)}`);
  }

  #expectHeaders(headers: Headers, described: NonNullable<ResponseObject["headers"]>): void {
    for (const [name, part] of Object.entries(described)) {
      const { required, schema } = this.document.follow("headers", part) as {
        required?: boolean;
        schema: JsonSchema;
      };
      const value = headers.get(name);
      if (required && value === null) throw new Error(`${name} is missing`);
      if (value !== null)
        this.document.check(schema, schema.type === "integer" ? Number(value) : value, name);
    }
    const known = new Set(Object.keys(described).map((name) => name.toLowerCase()));
    const strange = [...headers.keys()].filter((name) => !known.has(name) && !usual.test(name));
    if (strange.length > 0) throw new Error(`${strange.join(", ")} is not documented`);
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
