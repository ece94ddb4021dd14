/** Finds and replaces the fields that a view's config names, by the registry of config keys. */
import type { TypedField } from "../field-types";
import { type Filter, mapConditions, systemKinds } from "./filters";
import type { ColorRule } from "./row-color";
import {
  type ConfigKeyName,
  configKeyNames,
  configKeys,
  type FieldDemand,
  type FieldForms,
  type FieldNames,
} from "./view-types";
import type { ViewConfig } from "./views";

/** A setting that names fields. */
export interface Naming {
  readonly key: ConfigKeyName;
  readonly names: FieldNames;
}

/** Returns the new id for a field named at a path in the config, or undefined to remove that part. */
export type IdOf = (named: string, at: Naming & Mention) => string | undefined;

/** A place in a config that names a field. */
interface Mention {
  readonly path: string;
  readonly as: MentionRole;
}

/**
 * The role of a named field. Conditions may name one any number of times; `cells` are those of a rule of colours, which
 * takes any field once.
 */
type MentionRole = "setting" | "condition" | "cells";

/** Lists the settings of a config that name fields. */
export function namingsIn(config: Partial<ViewConfig>): Naming[] {
  return configKeyNames.flatMap((key) => {
    const names = configKeys[key].fields;
    return names && config[key] !== undefined ? [{ key, names }] : [];
  });
}

/** Replaces the values of all settings that name fields in one form. */
export function mapForm<Form extends keyof FieldForms, Config extends Partial<ViewConfig>>(
  config: Config,
  form: Form,
  change: (value: FieldForms[Form]) => FieldForms[Form],
): Config {
  const namings = namingsIn(config).filter(({ names }) => names.in === form);
  return {
    ...config,
    ...Object.fromEntries(namings.map(({ key }) => [key, change(config[key] as never)])),
  };
}

/**
 * Changes every filter in a config: the view's own, and those of the fields of a form and of colours. A colour ends with
 * any of its conditions, as it would be that of other records.
 */
export async function mapFilters<Config extends Partial<ViewConfig>>(
  config: Config,
  change: (filter: Filter) => Filter | null | Promise<Filter | null>,
): Promise<Config> {
  const changed = async (given: Filter | null) => given && (await change(given));
  const changedIn: { readonly [Form in keyof FieldForms]?: (value: FieldForms[Form]) => Promise<unknown> } = {
    filter: changed,
    questions: (value) =>
      Promise.all(value.map(async (each) => ({ ...each, showWhen: await changed(each.showWhen) }))),
    colors: async (value) => {
      if (!hasRules(value)) return value;
      const rules = value.map(async (rule) => ({ ...rule, filter: await changed(rule.filter) }));
      return (await Promise.all(rules)).filter(
        ({ filter }, index) => filter && countConditions(filter) === countConditions(value[index]?.filter),
      );
    },
  };
  const settings = namingsIn(config).map(async ({ key, names }) => {
    const value = config[key] as never;
    const changeIn = changedIn[names.in];
    return [key, changeIn ? await changeIn(value) : value];
  });
  return { ...config, ...Object.fromEntries(await Promise.all(settings)) };
}

/** Replaces the ids of fields in a config, and removes fields without a new id. */
export function mapFields<Config extends Partial<ViewConfig>>(config: Config, idOf: IdOf): Config {
  return { ...config, ...mappedFields(config, idOf) };
}

function mappedFields(config: Partial<ViewConfig>, idOf: IdOf): Partial<ViewConfig> {
  return Object.fromEntries(
    namingsIn(config).map((naming) => {
      const { key, names } = naming;
      return [
        key,
        mapped[names.in](config[key] as never, (named, path, as = "setting") =>
          idOf(named, { ...naming, path: key + path, as }),
        ),
      ];
    }),
  );
}

/** Removes fields from a config, and what it says about their values. */
export function withoutFields<Config extends Partial<ViewConfig>>(
  config: Config,
  gone: ReadonlySet<string>,
): Config {
  return keepFields(config, (id) => !gone.has(id));
}

/** Removes fields that the table lacks, and those whose type a setting does not take. */
export function withFittingFields<Config extends Partial<ViewConfig>>(
  config: Config,
  fields: readonly ({ readonly id: string } & TypedField)[],
): Config {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return keepFields(config, (id, { names, as }) => {
    const field = byId.get(id);
    const demand = demandOf(names, as);
    return field === undefined ? isSystemField(id) : (demand?.isMet(field) ?? true);
  });
}

/** The demand of a setting on a field that it names. */
export function demandOf(names: FieldNames, as: MentionRole): FieldDemand | undefined {
  if (as === "cells") return undefined;
  return (as === "condition" && names.takesInConditions) || names.takes;
}

/** Keeps only some fields in a config, and what it says about their values. */
export function keepFields<Config extends Partial<ViewConfig>>(
  config: Config,
  isKept: (id: string, at: Naming & Mention) => boolean,
): Config {
  return withChanges(
    config,
    mappedFields(config, (id, at) => (isKept(id, at) ? id : undefined)),
  );
}

/** Applies changed settings. What a config says about the values of a field ends where another field takes its place. */
export function withChanges<Config extends Partial<ViewConfig>>(
  config: Config,
  changes: Partial<ViewConfig>,
): Config {
  const isChanged = (key: ConfigKeyName) => changes[key] !== undefined && changes[key] !== config[key];
  const outdated = configKeyNames.filter((key) => {
    const { valuesOf } = configKeys[key];
    return valuesOf !== undefined && config[key] !== undefined && isChanged(valuesOf);
  });
  const initial = Object.fromEntries(outdated.map((key) => [key, configKeys[key].initial([])]));
  return { ...config, ...initial, ...changes };
}

/** Collects the ids of all fields in a config. */
export function fieldIdsIn(config: Partial<ViewConfig>): Set<string> {
  const ids = new Set<string>();
  mapFields(config, (id) => {
    if (!isSystemField(id)) ids.add(id);
    return id;
  });
  return ids;
}

export function isSystemField(id: string): boolean {
  return Object.hasOwn(systemKinds, id);
}

type Mapped = {
  readonly [Form in keyof FieldForms]: (value: FieldForms[Form], idOf: IdAt) => FieldForms[Form];
};

type IdAt = (named: string, path: string, as?: MentionRole) => string | undefined;

const mapped: Mapped = {
  filter: (value, idOf) => mapFilter(value, "", idOf),
  orders: (value, idOf) =>
    value.flatMap((order, index) => {
      const fieldId = idOf(order.fieldId, `[${index}].fieldId`);
      return fieldId === undefined ? [] : [{ ...order, fieldId }];
    }),
  list: mapList,
  sequence: mapList,
  keys: (value, idOf) =>
    Object.fromEntries(
      Object.entries(value).flatMap(([name, part]) => {
        const id = idOf(name, `.${name}`);
        return id === undefined ? [] : [[id, part]];
      }),
    ),
  one: (value, idOf) => (value === null ? null : (idOf(value, "") ?? null)),
  questions: (value, idOf) =>
    value.flatMap((question, index) => {
      const fieldId = idOf(question.fieldId, `[${index}].fieldId`);
      const showWhen = mapFilter(question.showWhen, `[${index}].showWhen`, idOf);
      return fieldId === undefined ? [] : [{ ...question, fieldId, showWhen }];
    }),
  colors: (value, idOf) => {
    if (!hasRules(value)) {
      const fieldId = value === null ? undefined : idOf(value.fieldId, ".fieldId");
      return fieldId === undefined ? null : { fieldId };
    }
    return value.flatMap((rule, index) => {
      let isWhole = true;
      const filter = mapFilter(rule.filter, `[${index}].filter`, (named, ...at) => {
        const id = idOf(named, ...at);
        isWhole &&= id !== undefined;
        return id;
      });
      const { fieldIds } = rule;
      const cells =
        fieldIds && mapList(fieldIds, (named, at) => idOf(named, `[${index}].fieldIds${at}`, "cells"));
      // Without a condition a rule would colour other records, and without cells whole rows.
      if (!filter || !isWhole || cells?.length === 0) return [];
      return [{ ...rule, filter, ...(cells && { fieldIds: cells }) }];
    });
  },
  aggregate: (value, idOf) => {
    const fieldId = value === null ? undefined : idOf(value.fieldId, ".fieldId");
    return value === null || fieldId === undefined ? null : { ...value, fieldId };
  },
};

function hasRules(value: FieldForms["colors"]): value is ColorRule[] {
  return Array.isArray(value);
}

function countConditions(filter: Filter | undefined): number {
  let count = 0;
  if (!filter) return count;
  mapConditions(filter, (condition) => {
    count += 1;
    return condition;
  });
  return count;
}

function mapFilter(value: Filter | null, path: string, idOf: IdAt): Filter | null {
  return (
    value &&
    mapConditions(value, (condition) => {
      const field = idOf(condition.field, path, "condition");
      return field === undefined ? null : { ...condition, field };
    })
  );
}

function mapList(ids: readonly string[], idOf: IdAt): string[] {
  return ids.flatMap((named, index) => idOf(named, `[${index}]`) ?? []);
}
