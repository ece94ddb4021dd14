import * as z from "zod";
import * as aggregates from "../../contract/aggregates";
import * as attachments from "../../contract/attachments";
import * as bases from "../../contract/bases";
import * as errorBodies from "../../contract/error-body";
import * as fields from "../../contract/fields";
import * as filters from "../../contract/filters";
import * as keys from "../../contract/keys";
import * as lists from "../../contract/lists";
import * as records from "../../contract/records";
import * as sessions from "../../contract/sessions";
import * as tables from "../../contract/tables";
import * as views from "../../contract/views";
import { templateSchemas, withFieldTypes } from "./field-types";
import { plain } from "./plain";
import { dependents, reachable, refTo, renameComponents, renameRefs } from "./references";
import type { Schemas } from "./types";

/** Shapes of the contract become components named after their export: `tableCreate` becomes `TableCreate`. */
const contract = {
  ...aggregates,
  ...attachments,
  ...bases,
  ...errorBodies,
  ...fields,
  ...filters,
  ...keys,
  ...lists,
  ...records,
  ...sessions,
  ...tables,
  ...views,
};

/** Named shapes of requests and responses. */
export interface Wanted {
  readonly sent: Shapes;
  readonly answered: Shapes;
}

export type Shapes = { readonly [name: string]: z.ZodType };

export interface Converted {
  readonly sent: Schemas;
  readonly answered: Schemas;
  /** Components that the schemas reference. */
  readonly components: Schemas;
}

/**
 * Converts shapes to JSON Schema. Shapes of the contract become components; a shape whose input and output differ
 * becomes two.
 */
export function toSchemas(wanted: Wanted): Converted {
  const sent = convert(wanted.sent, "input");
  const answered = convert(wanted.answered, "output");
  const names = inputNames(sent.components, answered.components);
  return {
    sent: renameRefs(sent.schemas, names),
    answered: answered.schemas,
    components: {
      ...withFieldTypes({ ...answered.components, ...renameComponents(sent.components, names) }),
      ...templateSchemas(),
    },
  };
}

/** Renames the input side of components that differ between input and output, or reference such components. */
function inputNames(sent: Schemas, answered: Schemas): Map<string, string> {
  const both = Object.keys(sent).filter((name) => name in answered);
  const different = both.filter((name) => JSON.stringify(sent[name]) !== JSON.stringify(answered[name]));
  const names = dependents(different, sent).filter((name) => name in answered);
  return new Map(names.map((name) => [name, `${name}Input`]));
}

/** Converts all shapes in one call, as properties of one object, so that they can reference each other. */
function convert(shapes: Shapes, side: "input" | "output"): { schemas: Schemas; components: Schemas } {
  const registry = z.registry<{ id: string }>();
  for (const [name, shape] of Object.entries(contract)) {
    if (shape instanceof z.ZodType) registry.add(shape, { id: name.charAt(0).toUpperCase() + name.slice(1) });
  }
  registry.add(z.object(shapes), { id: "wanted" });
  const { schemas: all } = z.toJSONSchema(registry, { io: side, unrepresentable: "any", uri: refTo });
  const { wanted, ...components } = withoutShared(plain(all as Schemas));
  const schemas = wanted?.properties ?? {};
  return { schemas, components: reachable(schemas, components) };
}

/** zod puts recursive shapes under `__shared`; makes them components like all others. */
function withoutShared({ __shared: shared, ...others }: Schemas): Schemas {
  const found = (shared?.$defs ?? {}) as Schemas;
  const names = Object.keys(found).map((name) => [`__shared#/$defs/${name}`, name] as const);
  return renameComponents({ ...others, ...found }, new Map(names));
}
