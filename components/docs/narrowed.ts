import type { JsonSchema, OpenApi } from "@/lib/api/openapi/types";

/** Reduces a document to one operation and the components that it refers to. */
export function narrowed(document: OpenApi, { path, method }: { path: string; method: string }): OpenApi {
  const operation = document.paths[path]?.[method];
  const paths = operation ? { [path]: { [method]: operation } } : {};
  const { components } = document;
  const known: { readonly [kind: string]: { readonly [name: string]: unknown } } = {
    schemas: components.schemas,
    responses: components.responses,
    headers: components.headers,
  };
  const wanted = new Map<string, unknown>();
  collect(paths);

  function collect(part: unknown): void {
    for (const ref of referencesIn(part)) {
      const [kind = "", name = ""] = ref.replace("#/components/", "").split("/");
      const found = known[kind]?.[name];
      if (found === undefined || wanted.has(ref)) continue;
      wanted.set(ref, found);
      collect(found);
    }
  }
  const only = <Kind>(kind: string): Kind =>
    Object.fromEntries(
      Object.entries(known[kind] ?? {}).filter(([name]) => wanted.has(`#/components/${kind}/${name}`)),
    ) as Kind;
  return {
    ...document,
    tags: document.tags.filter(({ name }) => operation?.tags.includes(name)),
    paths,
    components: {
      ...components,
      schemas: only<{ [name: string]: JsonSchema }>("schemas"),
      responses: only("responses"),
      headers: only("headers"),
    },
  };
}

function referencesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === "$ref" && typeof value === "string" ? [value] : referencesIn(value),
  );
}
