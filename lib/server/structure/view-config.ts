import { isDeepStrictEqual } from "node:util";
import {
  demandOf,
  fieldIdsIn,
  isSystemField,
  mapFields,
  mapForm,
  namingsIn,
} from "../../contract/config-fields";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import {
  type ConfigKeyName,
  configKeyNames,
  configKeys,
  type FieldForms,
  unmetDemand,
} from "../../contract/view-types";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { fieldTypeOf, isStackOf, type TypedField } from "../../field-types";
import type { StackKey } from "../../field-types/stacks";
import type { StorageKind } from "../../field-types/storage";
import { quote } from "../../field-types/text";
import { listNames } from "../records/values";
import { byRef } from "./by-ref";
import { placeBack } from "./siblings";

/** The fields of the table in order. */
type Fields = readonly ({ id: string; name: string } & TypedField)[];

/**
 * Validates a caller's config and converts names of fields to ids. Throws a 400 that lists unknown and repeated
 * fields. Fields missing in an order come last.
 */
export function readConfig(written: ViewConfigUpdate, fields: Fields): Partial<ViewConfig> {
  const problems: ErrorDetail[] = [];
  const seen = new Set<string>();
  const config = mapFields(written, (ref, { key, names, path, as }) => {
    const field = byRef(fields, ref);
    const id = field?.id ?? ref;
    // Conditions are validated by those who apply them.
    if (as === "condition") return id;
    const list = as === "cells" ? path.slice(0, path.lastIndexOf("[")) : key;
    const isKnown = field !== undefined || (names.takesSystemFields && isSystemField(ref));
    const message = isKnown ? `repeats ${JSON.stringify(ref)}` : unknownField(ref, fields);
    const unmet = field && unmetDemand(demandOf(names, as), field);
    if (unmet !== undefined) problems.push({ path: `config.${path}`, message: unmet });
    if (!isKnown || seen.has(`${list} ${id}`)) problems.push({ path: `config.${path}`, message });
    seen.add(`${list} ${id}`);
    return id;
  });
  if (problems.length > 0) throw badRequest(problems);
  return withEveryField(config, fields);
}

/**
 * Throws a 400 for written settings that name values which their field cannot have. `config` is the view's with the
 * written ones.
 */
export function requireKnownValues(
  written: ViewConfigUpdate,
  config: Partial<ViewConfig>,
  fields: Fields,
): void {
  const problems = settingsOfValues.flatMap((key) => {
    const field = fields.find(({ id }) => id === config.stackFieldId);
    return (written[key] ?? []).flatMap((value, index): ErrorDetail[] => {
      if (field && isStackOf(field, value)) return [];
      const path = `config.${key}[${index}]`;
      const given = JSON.stringify(value);
      const message = field
        ? `is ${given}, by which ${quote(field.name)} has no stack`
        : "needs a stack field";
      return [{ path, message }];
    });
  });
  if (problems.length > 0) throw badRequest(problems);
}

/**
 * Throws a 400 for a written field that holds values of another kind than the one that it goes with. `config` is the view's
 * with the written settings.
 */
export function requireSameKinds(
  written: ViewConfigUpdate,
  config: Partial<ViewConfig>,
  fields: Fields,
): void {
  const problems = settingsOfKinds.flatMap(({ key, kindOf }): ErrorDetail[] => {
    if (written[key] === undefined && written[kindOf] === undefined) return [];
    const [field, other] = [key, kindOf].map((each) => fields.find(({ id }) => id === config[each]));
    if (!field || !other || storageOf(field) === storageOf(other)) return [];
    const message = `must hold times if the start does, and none otherwise; ${nameWithType(field)} does not go with ${nameWithType(other)}`;
    return [{ path: `config.${key}`, message }];
  });
  if (problems.length > 0) throw badRequest(problems);
}

/** Settings whose fields hold values of the same kind as those of another. */
const settingsOfKinds = configKeyNames.flatMap((key) => {
  const { kindOf } = configKeys[key];
  return kindOf === undefined ? [] : [{ key, kindOf }];
});

function storageOf(field: TypedField): StorageKind {
  return fieldTypeOf(field).storage;
}

function nameWithType({ name, type }: Fields[number]): string {
  return `${quote(name)} (${type})`;
}

/** Removes values that a changed field no longer has from the settings that name them. */
export function withKnownValues(config: ViewConfig, field: { readonly id: string } & TypedField): ViewConfig {
  if (config.stackFieldId !== field.id) return config;
  return { ...config, ...mapStackKeys(config, (keys) => keys.filter((key) => isStackOf(field, key))) };
}

/** Changes the settings that list stacks; returns only those. */
export function mapStackKeys(
  config: Partial<ViewConfig>,
  change: (keys: readonly StackKey[]) => StackKey[],
): Partial<ViewConfig> {
  return Object.fromEntries(
    settingsOfValues.flatMap((name) => {
      const keys = config[name];
      return keys ? [[name, change(keys)]] : [];
    }),
  );
}

/** Settings that list values of the stack field. */
const settingsOfValues = configKeyNames.filter(
  (key): key is "stackOrder" | "collapsedStacks" => configKeys[key].valuesOf === "stackFieldId",
);

/** Adds fields missing in the order at its end. */
export function withEveryField<Config extends Partial<ViewConfig>>(
  config: Config,
  fields: readonly { id: string }[],
): Config {
  return mapForm(config, "sequence", (ids) => [...new Set([...ids, ...fields.map(({ id }) => id)])]);
}

/** Adds a new field to a view's config, at a position among all fields or last. */
export function withField(
  config: ViewConfig,
  fieldId: string,
  position = Number.POSITIVE_INFINITY,
): ViewConfig {
  return mapForm(config, "sequence", (ids) => ids.toSpliced(Math.max(0, position), 0, fieldId));
}

/**
 * Restores fields to a view's config: their position and the settings about them. `was` is the config with them, `left`
 * is what remained without them. Settings changed since stay.
 */
export function withFieldsBack(config: ViewConfig, was: ViewConfig, left: ViewConfig): ViewConfig {
  const remaining = fieldIdsIn(left);
  const back = new Set([...fieldIdsIn(was)].filter((id) => !remaining.has(id)));
  const valuesOfKey = (key: ConfigKeyName) => ({ now: config[key], was: was[key], left: left[key] });
  const restored: Partial<ViewConfig> = Object.fromEntries(
    namingsIn(config)
      .filter(({ key }) => was[key] !== undefined)
      .map(({ key, names }) => [key, restoredIn[names.in](valuesOfKey(key) as never, back)]),
  );
  const aboutRestored = configKeyNames.filter((key) => {
    const { valuesOf } = configKeys[key];
    return valuesOf !== undefined && was[key] !== undefined && restored[valuesOf] !== config[valuesOf];
  });
  return {
    ...config,
    ...restored,
    ...Object.fromEntries(aboutRestored.map((key) => [key, unlessChanged<unknown>(valuesOfKey(key))])),
  };
}

/** A setting now, before the fields were removed, and right after. */
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
  one: unlessChanged,
  colors: unlessChanged,
  aggregate: unlessChanged,
  questions: ({ now, was, left }, back) => {
    const [before, between] = [was, left].map((list) => new Map(list.map((each) => [each.fieldId, each])));
    const restored = new Map(
      was.filter(({ fieldId }) => back.has(fieldId)).map((each) => [each.fieldId, each]),
    );
    for (const question of now) {
      const { fieldId } = question;
      const isSame = isDeepStrictEqual(question, between?.get(fieldId));
      restored.set(fieldId, (isSame && before?.get(fieldId)) || question);
    }
    const ids = placeBack(
      now.map(({ fieldId }) => fieldId),
      was.map(({ fieldId }) => fieldId),
      back,
    );
    return ids.flatMap((id) => restored.get(id) ?? []);
  },
};

function unlessChanged<Value>({ now, was, left }: Values<Value>): Value {
  return isDeepStrictEqual(now, left) ? was : now;
}

function unknownField(ref: string, fields: Fields): string {
  return `is ${JSON.stringify(ref)}, which is not a field of this table; its fields are ${listNames(fields)}`;
}
