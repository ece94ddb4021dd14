/** The parts of OpenAPI 3.1 that our documents use; shared by the generator and the docs page. */

/** A type instead of an interface, so that it is assignable to any object type. */
export type OpenApi = {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly Security[];
  readonly tags: readonly Tag[];
  readonly paths: { readonly [path: string]: PathItem };
  readonly components: {
    readonly schemas: Schemas;
    readonly responses: { readonly [name: string]: ResponseObject };
    readonly headers: { readonly [name: string]: HeaderObject };
    readonly securitySchemes: { readonly [name: string]: object };
  };
};

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** An authentication scheme and the scopes it requires. */
export type Security = { readonly [scheme: string]: readonly string[] };

export type PathItem = { readonly [method: string]: OperationObject };

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly security?: readonly Security[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: { readonly [status: string]: ResponseObject | Reference };
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
  /** Schema of a plain-text parameter; JSON parameters have `content` instead. */
  readonly schema?: JsonSchema;
  readonly content?: Content;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: { readonly [name: string]: HeaderObject | Reference };
  readonly content?: Content;
}

export interface HeaderObject {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** Bodies by media type. */
export type Content = { readonly [mediaType: string]: MediaType };

export interface MediaType {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  readonly examples?: { readonly [name: string]: { readonly value: unknown } };
}

export interface Reference {
  readonly $ref: string;
}

export type Schemas = { readonly [name: string]: JsonSchema };

/** The part of JSON Schema 2020-12 that our shapes use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  properties?: { [name: string]: JsonSchema };
  patternProperties?: { [pattern: string]: JsonSchema };
  additionalProperties?: boolean | JsonSchema;
  required?: string[];
  items?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  readOnly?: boolean;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  [keyword: string]: unknown;
}
