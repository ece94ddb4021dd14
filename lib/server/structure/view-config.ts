import { isDeepStrictEqual } from "node:util";
import {
  fieldIdsIn,
  isSystemField,
  mapFields,
  mapForm,
  namingsIn,
  withoutFields,
} from "../../contract/config-fields";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import type { FieldForms } from "../../contract/view-types";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { listNames } from "../records/values";
import { byRef } from "./by-ref";
import { placeBack } from "./siblings";

/** The table's fields, in their order. */
type Fields = readonly { id: string; name: string }[];

/**
 * Reads what a caller wrote of a config: fields go by id or name and become ids. A 400 that names each field
 * that the table does not have or that is given twice. Fields that an order leaves out come last.
 */
export function readConfig(written: ViewConfigUpdate, fields: Fields): Partial<ViewConfig> {
  const problems: ErrorDetail[] = [];
  const seen = new Set<string>();
  const config = mapFields(written, (ref, { key, names, path }) => {
    const field = byRef(fields, ref);
    const id = field?.id ?? ref;
    // A list that goes by the filter says itself what is wrong with it.
    if (names.in === "filter") return id;
    const isKnown = field !== undefined || (names.takesSystemFields && isSystemField(ref));
    const message = isKnown ? `is ${JSON.stringify(ref)} a second time` : unknownField(ref, fields);
    if (!isKnown || seen.has(`${key} ${id}`)) problems.push({ path: `config.${path}`, message });
    seen.add(`${key} ${id}`);
    return id;
  });
  if (problems.length > 0) throw badRequest(problems);
  return withEveryField(config, fields);
}

/** The config with the fields that its order leaves out behind the others. */
export function withEveryField<Config extends Partial<ViewConfig>>(
  config: Config,
  fields: readonly { id: string }[],
): Config {
  return mapForm(config, "sequence", (ids) => [...new Set([...ids, ...fields.map(({ id }) => id)])]);
}

/** The config of a view whose table has got one more field: at a position among all fields, or last. */
export function withField(
  config: ViewConfig,
  fieldId: string,
  position = Number.POSITIVE_INFINITY,
): ViewConfig {
  return mapForm(config, "sequence", (ids) => ids.toSpliced(Math.max(0, position), 0, fieldId));
}

/** The ids of fields in a config that the table does not have: they are deleted, for now or for good. */
export function missingIn(config: ViewConfig, fields: readonly { id: string }[]): Set<string> {
  const missing = fieldIdsIn(config);
  for (const { id } of fields) missing.delete(id);
  return missing;
}

/**
 * The config of a view whose table has got fields back, as the view had them before they went: where they stood, and
 * what it said of them. What has been set anew since stays.
 */
export function withFieldsBack(config: ViewConfig, was: ViewConfig, back: ReadonlySet<string>): ViewConfig {
  const left = withoutFields(was, back);
  const restored = namingsIn(config).map(({ key, names }) => {
    const values = { now: config[key], was: was[key], left: left[key] };
    return [key, restoredIn[names.in](values as never, back)];
  });
  return { ...config, ...Object.fromEntries(restored) };
}

/** A setting as it is, as it was before the fields went, and as they left it. */
interface Values<Value> {
  readonly now: Value;
  readonly was: Value;
  readonly left: Value;
}

const restoredIn: {
  readonly [Form in keyof FieldForms]: (
    values: Values<FieldForms[Form]>,
    back: ReadonlySet<string>,
  ) => FieldForms[Form];
} = {
  filter: unlessChanged,
  orders: unlessChanged,
  list: ({ now, was }, back) => [...new Set([...now, ...was.filter((id) => back.has(id))])],
  sequence: ({ now, was }, back) => placeBack(now, was, back),
  keys: ({ now, was }, back) => ({
    ...Object.fromEntries(Object.entries(was).filter(([id]) => back.has(id))),
    ...now,
  }),
};

function unlessChanged<Value>({ now, was, left }: Values<Value>): Value {
  return isDeepStrictEqual(now, left) ? was : now;
}

function unknownField(ref: string, fields: Fields): string {
  return `is ${JSON.stringify(ref)}, which is not a field of this table; its fields are ${listNames(fields)}`;
}
