/** Makes calls from an OpenAPI document and validates responses against it. */
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

/** A database with one table, used by all calls. */
export interface World {
  readonly api: ApiClient;
  readonly base: Base;
  readonly table: Table;
  readonly recordId: string;
  /** The URL paths of the database and the table. */
  readonly basePlace: string;
  readonly place: string;
}

/** Changes to the documented example of a call. */
export interface Call {
  readonly params?: { readonly [name: string]: string };
  readonly query?: { readonly [name: string]: string };
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: { readonly [name: string]: string };
  /** HEAD to skip the body. */
  readonly method?: "HEAD";
}

/** An OpenAPI document. */
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

  /** Finds an operation by id. In the document of a database, operations on records are those of the table. */
  find(id: string, { table }: World): Documented | undefined {
    return this.#first((operationId) => [id, `${id}In${table.name}`].includes(operationId));
  }

  /** Finds an operation of the API's document by id. */
  operation(id: string): Documented | undefined {
    return this.#first((operationId) => operationId === id);
  }

  /** Resolves a reference to a schema. */
  schema(reference: string): JsonSchema {
    const schema = this.openApi.components.schemas[reference.replace(/.*\//, "")];
    if (!schema) throw new Error(`The document has no ${reference}`);
    return schema;
  }

  /** Throws the validation errors unless a value matches a schema. */
  check(schema: JsonSchema, value: unknown, what: string): void {
    const validate = this.#compile(schema);
    if (validate(value)) return;
    throw new Error(`${what}: ${JSON.stringify(validate.errors)} in ${JSON.stringify(value)}`);
  }

  /** Tests whether a value matches a schema. */
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

/** The media type of event streams, whose bodies are not JSON. */
const eventStream = "text/event-stream";

/** Standard HTTP headers, which need no documentation. */
const usual =
  /^(access-control-.*|cache-control|connection|content-.*|date|keep-alive|referrer-policy|transfer-encoding|x-accel-buffering|x-content-type-options|x-robots-tag|etag|vary)$/;

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

  /** The schema of its body; undefined if it has none. */
  get bodySchema(): JsonSchema | undefined {
    return this.#operation.requestBody?.content["application/json"]?.schema;
  }

  /** Tests whether a call may have this body; undefined stands for none. */
  allowsBody(body: unknown): boolean {
    const { bodySchema } = this;
    if (body === undefined || !bodySchema) return !this.#operation.requestBody?.required;
    return this.document.allows(bodySchema, body);
  }

  get queryParameters(): readonly Parameter[] {
    return this.#operation.parameters?.filter((each) => each.in === "query") ?? [];
  }

  /** Makes the documented example call with the ids of `world` and the changes in `given`. */
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

  /** Replaces the example's record id by that of the existing record. */
  #about({ recordId }: World, example: unknown): unknown {
    const text = JSON.stringify(example);
    return text && JSON.parse(text.replaceAll("019c3a5e-7d2b-7c41-9a6f-2f8e1d0b4c33", recordId));
  }
}

function exampleOf({ content, example }: Parameter): unknown {
  return content?.["application/json"]?.example ?? example;
}

/** Serializes a parameter for a URL. */
function textOf({ content }: Parameter, value: unknown): string {
  return content ? JSON.stringify(value) : String(value);
}
