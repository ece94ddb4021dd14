import type {
  JsonSchema,
  OpenApi,
  OperationObject,
  Reference,
  ResponseObject,
  Tag,
} from "@/lib/api/openapi/types";
import type { Place } from "./place";

/** An operation with its path and method. */
export interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
  /** The document that its `$ref`s refer to. */
  readonly document: OpenApi;
}

export interface Section {
  readonly tag: Tag;
  readonly id: string;
  readonly entries: readonly Entry[];
}

/** The operations of a document, grouped by tag. */
export function sectionsOf(document: OpenApi): Section[] {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation, document })),
  );
  return document.tags.map((tag) => ({
    tag,
    id: anchorOf(tag.name),
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
}

/** Finds the same operation in a database's own document, which has the types of its tables. */
export function ownEntry(
  { path, method }: Pick<Entry, "path" | "method">,
  own: OpenApi | undefined,
  place: Place,
): Entry | undefined {
  if (!own) return undefined;
  const inTable = fill(path, place, ["databaseId", "tableId"]);
  const inBase = fill(path, place, ["databaseId"]);
  for (const address of [inTable, inBase]) {
    const operation = own.paths[address]?.[method];
    if (operation) return { path, method, operation, document: own };
  }
  return undefined;
}

/** Resolves a `$ref`, keeping the keys beside it. */
export function resolve(document: OpenApi, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...others } = schema;
  return { ...resolve(document, document.components.schemas[lastPart($ref)] ?? {}), ...others };
}

export function resolveResponse(document: OpenApi, response: ResponseObject | Reference): ResponseObject {
  if (!("$ref" in response)) return response;
  return document.components.responses[lastPart(response.$ref)] ?? { description: "" };
}

/** A short description of a schema's type. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return lastPart(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const choices = schema.anyOf ?? (schema.properties ? undefined : schema.oneOf);
  if (choices) return [...new Set(choices.map(typeOf))].join(" or ");
  if (schema.type === "array") {
    const { items } = schema;
    return typeof items === "object" ? `list of ${typeOf(items)}` : "list";
  }
  const types = schema.type === undefined ? ["any value"] : [schema.type].flat();
  return `${types.join(" or ")}${schema.format ? ` (${schema.format})` : ""}`;
}

/** `Records of Deals` → `records-of-deals` */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}

function fill(path: string, place: Place, names: readonly string[]): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    names.includes(name) ? (place[name] ?? placeholder) : placeholder,
  );
}

function lastPart(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
