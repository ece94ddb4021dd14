import type {
  JsonSchema,
  OpenApi,
  OperationObject,
  Reference,
  ResponseObject,
  Tag,
} from "@/lib/api/openapi/types";
import type { Place } from "./place";

/** An operation and where it is found. */
export interface Entry {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
  /** Where its references lead. */
  readonly document: OpenApi;
}

export interface Section {
  readonly tag: Tag;
  readonly id: string;
  readonly entries: readonly Entry[];
}

/** The operations of a document under its headings. */
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

/** The same operation in the document of a database, which knows the types of its tables. */
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

/** The schema itself, where one only says where it is; what it says besides stays. */
export function resolve(document: OpenApi, schema: JsonSchema): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...others } = schema;
  return { ...resolve(document, document.components.schemas[lastPart($ref)] ?? {}), ...others };
}

export function resolveResponse(document: OpenApi, response: ResponseObject | Reference): ResponseObject {
  if (!("$ref" in response)) return response;
  return document.components.responses[lastPart(response.$ref)] ?? { description: "" };
}

/** What a schema's type is called, in a few words. */
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
