import { isDeepStrictEqual } from "node:util";
import { badRequest, type ErrorDetail } from "../../contract/errors";
import { systemKinds } from "../../contract/filters";
import type { ViewConfig, ViewConfigUpdate } from "../../contract/views";
import { listNames } from "../records/values";
import { byRef } from "./by-ref";
import { placeBack } from "./siblings";
import { byFieldId, withoutConditionsOn } from "./view-filter";

/** The table's fields, in their order. */
type Fields = readonly { id: string; name: string }[];

/** What every view begins with: every field, in order. */
export function defaultConfig(fields: readonly { id: string }[]): ViewConfig {
  return {
    filter: null,
    sorts: [],
    groups: [],
    hiddenFieldIds: [],
    fieldWidths: {},
    orderedFieldIds: fields.map(({ id }) => id),
    rowHeight: 32,
    frozenFieldCount: 1,
  };
}

/**
 * Reads what a caller wrote of a config: fields go by id or name and become ids. A 400 that names each field
 * that the table does not have or that is given twice. Fields that `orderedFieldIds` leaves out come last.
 */
export function readConfig(written: ViewConfigUpdate, fields: Fields): Partial<ViewConfig> {
  const reading: Reading = { fields, problems: [] };
  const { filter, sorts, groups, hiddenFieldIds, fieldWidths, orderedFieldIds, ...others } = written;
  const config: Partial<ViewConfig> = {
    ...others,
    ...(filter !== undefined && { filter: filter && byFieldId(filter, fields) }),
    ...(sorts && { sorts: readSorts(reading, sorts, { path: "config.sorts", others: systemNames }) }),
    ...(groups && { groups: readSorts(reading, groups, { path: "config.groups", others: [] }) }),
    ...(hiddenFieldIds && { hiddenFieldIds: readList(reading, hiddenFieldIds, "config.hiddenFieldIds") }),
    ...(fieldWidths && { fieldWidths: readWidths(reading, fieldWidths) }),
    ...(orderedFieldIds && {
      orderedFieldIds: [
        ...new Set([
          ...readList(reading, orderedFieldIds, "config.orderedFieldIds"),
          ...fields.map(({ id }) => id),
        ]),
      ],
    }),
  };
  if (reading.problems.length > 0) throw badRequest(reading.problems);
  return config;
}

/** The config of a view whose table has got one more field: at a position among all fields, or last. */
export function withField(
  config: ViewConfig,
  fieldId: string,
  position = Number.POSITIVE_INFINITY,
): ViewConfig {
  return {
    ...config,
    orderedFieldIds: config.orderedFieldIds.toSpliced(Math.max(0, position), 0, fieldId),
  };
}

/** The config of a view whose table has lost fields: nothing in it speaks of them any more. */
export function withoutFields(config: ViewConfig, gone: ReadonlySet<string>): ViewConfig {
  const stays = (id: string) => !gone.has(id);
  return {
    ...config,
    filter: withoutConditionsOn(config.filter, gone),
    sorts: config.sorts.filter(({ fieldId }) => stays(fieldId)),
    groups: config.groups.filter(({ fieldId }) => stays(fieldId)),
    hiddenFieldIds: config.hiddenFieldIds.filter(stays),
    fieldWidths: Object.fromEntries(Object.entries(config.fieldWidths).filter(([id]) => stays(id))),
    orderedFieldIds: config.orderedFieldIds.filter(stays),
  };
}

/**
 * The config of a view whose table has got fields back, as the view had them before they went: where they stood, and
 * what it said of them. What has been set anew since stays.
 */
export function withFieldsBack(config: ViewConfig, was: ViewConfig, back: ReadonlySet<string>): ViewConfig {
  const left = withoutFields(was, back);
  const asItWas = <Key extends keyof ViewConfig>(key: Key) =>
    isDeepStrictEqual(config[key], left[key]) ? was[key] : config[key];
  const widths = Object.entries(was.fieldWidths).filter(([id]) => back.has(id));
  return {
    ...config,
    filter: asItWas("filter"),
    sorts: asItWas("sorts"),
    groups: asItWas("groups"),
    hiddenFieldIds: [
      ...new Set([...config.hiddenFieldIds, ...was.hiddenFieldIds.filter((id) => back.has(id))]),
    ],
    fieldWidths: { ...Object.fromEntries(widths), ...config.fieldWidths },
    orderedFieldIds: placeBack(config.orderedFieldIds, was.orderedFieldIds, back),
  };
}

/** What a sort may go by besides fields; a field of the same name comes first. */
const systemNames = Object.keys(systemKinds);

interface Reading {
  readonly fields: Fields;
  readonly problems: ErrorDetail[];
}

function readSorts<Sort extends { fieldId: string }>(
  reading: Reading,
  sorts: readonly Sort[],
  { path, others }: { path: string; others: readonly string[] },
): Sort[] {
  const refs = sorts.map(({ fieldId }, index) => ({ ref: fieldId, path: `${path}[${index}].fieldId` }));
  const ids = readRefs(reading, refs, others);
  return sorts.map((sort, index) => ({ ...sort, fieldId: ids[index] ?? sort.fieldId }));
}

function readList(reading: Reading, refs: readonly string[], path: string): string[] {
  return readRefs(
    reading,
    refs.map((ref, index) => ({ ref, path: `${path}[${index}]` })),
  );
}

function readWidths(reading: Reading, widths: ViewConfig["fieldWidths"]): ViewConfig["fieldWidths"] {
  const refs = Object.keys(widths);
  const ids = readRefs(
    reading,
    refs.map((ref) => ({ ref, path: `config.fieldWidths.${ref}` })),
  );
  return Object.fromEntries(Object.values(widths).map((width, index) => [ids[index], width]));
}

/** The ids that ids and names mean, each once. */
function readRefs(
  { fields, problems }: Reading,
  refs: readonly { ref: string; path: string }[],
  others: readonly string[] = [],
): string[] {
  const seen = new Set<string>();
  return refs.map(({ ref, path }) => {
    const field = byRef(fields, ref);
    const id = field?.id ?? ref;
    if (!field && !others.includes(ref)) problems.push({ path, message: unknownField(ref, fields) });
    else if (seen.has(id)) problems.push({ path, message: `is ${JSON.stringify(ref)} a second time` });
    seen.add(id);
    return id;
  });
}

function unknownField(ref: string, fields: Fields): string {
  return `is ${JSON.stringify(ref)}, which is not a field of this table; its fields are ${listNames(fields)}`;
}
