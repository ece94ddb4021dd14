import * as z from "zod";
import type { ErrorDetail } from "./errors";
import { viewId } from "./ids";
import { name } from "./names";
import { order } from "./order";
import {
  type ConfigKeyName,
  configKeyNames,
  configKeys,
  configShape,
  firstView,
  type ViewType,
  viewTypeNames,
  viewTypes,
} from "./view-types";

type KeyOf<Type extends ViewType> = (typeof viewTypes)[Type][number] & ConfigKeyName;

/** The settings of each type of view; every response includes every key. */
type Configs = { [Type in ViewType]: { [Key in KeyOf<Type>]: z.infer<(typeof configKeys)[Key]["answer"]> } };

/** The settings of a view of any type: those that all types share, and others that only some have. */
export type ViewConfig = Pick<AnyConfig, keyof Configs[ViewType]> & Partial<AnyConfig>;
type AnyConfig = { [Key in ConfigKeyName]: z.infer<(typeof configKeys)[Key]["answer"]> };

/** The settings of one type of view. */
export type ConfigOf<Type extends ViewType> = ViewConfig & Configs[Type];

/** The settings of a type, completed with initial values. Leaves out those of other types. */
export function configOf<Type extends ViewType>(
  type: Type,
  known: Partial<ViewConfig>,
  fields: readonly { id: string }[],
): ConfigOf<Type> {
  return { ...initialConfig(type, fields), ...withoutForeign(type, known) } as ConfigOf<Type>;
}

/** Removes settings that views of a type do not have. */
export function withoutForeign<Config extends object>(type: ViewType, config: Config): Partial<Config> {
  const own: readonly string[] = viewTypes[type];
  const kept = Object.entries(config).filter(([key]) => own.includes(key));
  return Object.fromEntries(kept) as Partial<Config>;
}

/** A setting of a view; its initial value for views of types without it. */
export function settingOf<Key extends ConfigKeyName>(config: Partial<AnyConfig>, key: Key): AnyConfig[Key] {
  return config[key] ?? (configKeys[key].initial([]) as AnyConfig[Key]);
}

/** Settings of a new view, which shows every field in order. */
export function initialConfig<Type extends ViewType>(
  type: Type,
  fields: readonly { id: string }[],
): Configs[Type] {
  const ids = fields.map(({ id }) => id);
  return Object.fromEntries(
    viewTypes[type].map((key) => [key, configKeys[key].initial(ids)]),
  ) as Configs[Type];
}

/** Omitted keys stay unchanged. Fields are given by id or name. */
export const viewConfigUpdate = z.strictObject(configShape(configKeyNames, "written")).partial();
export type ViewConfigUpdate = z.infer<typeof viewConfigUpdate>;

/** Settings that may also use fields which the caller may not read. */
export const withholdable = ["filter", "sorts", "groups", "fields", "rowColor"] as const;
export type Withholdable = (typeof withholdable)[number];

export type View = {
  [Type in ViewType]: {
    id: string;
    name: string;
    type: Type;
    config: ConfigOf<Type>;
    ownerId?: string | undefined;
    withheld?: Withholdable[] | undefined;
  };
}[ViewType];

/** A view with these settings, which are those of its type. */
export function viewWith(view: Omit<View, "config">, config: ViewConfig): View {
  return { ...view, config } as View;
}

export const view: z.ZodType<View> = oneOf(
  viewTypeNames.map((type) =>
    z
      .object({
        id: viewId,
        name: z.string(),
        type: z.literal(type),
        config: z
          .object(configShape(viewTypes[type], "answer"))
          .describe("Settings of a view; every response includes every key."),
        ownerId: z
          .uuid()
          .optional()
          .describe("Of a personal view: the person who alone sees it, which is you."),
        withheld: z
          .array(z.enum(withholdable))
          .optional()
          .describe(
            "Settings that also use fields which you may not read. They apply, but are answered without those fields, and you cannot change them.",
          ),
      })
      .describe("A view of a table."),
  ),
);

const ownerId = z
  .string()
  .nullable()
  .describe('Your own id or "me" for a personal view, which nobody else sees; null for a view of everybody.');

export const viewCreate = z
  .strictObject({
    name,
    ownerId: ownerId.optional(),
    type: z.literal(viewTypeNames).default(firstView.type),
    config: viewConfigUpdate.default({}),
  })
  .superRefine(({ type, config }, context) => {
    for (const { path, message } of settingProblems(type, config, { isNew: true })) {
      context.addIssue({ code: "custom", path: path.split("."), message });
    }
  });
export type ViewCreate = z.infer<typeof viewCreate>;

export const viewUpdate = z.strictObject({
  name: name.optional(),
  ownerId: ownerId.optional(),
  type: z
    .literal(viewTypeNames)
    .optional()
    .describe("Settings that both types have are kept; the others get their initial values."),
  config: viewConfigUpdate.optional(),
  basedOn: viewConfigUpdate
    .pick({ fields: true })
    .optional()
    .describe(
      "The questions of a form from which the new ones were made, by field id. Changes to others of its questions since then are kept; otherwise the new list replaces them all.",
    ),
  order: order.optional(),
});
export type ViewUpdate = z.infer<typeof viewUpdate>;

/**
 * The problems of settings for a view of a type: those of other types, and the lack of required ones. `isNew` if the view
 * gets the type only now; otherwise a required setting may be missing because its field is.
 */
export function settingProblems(
  type: ViewType,
  given: ViewConfigUpdate,
  { isNew }: { readonly isNew: boolean },
): ErrorDetail[] {
  const own: readonly ConfigKeyName[] = viewTypes[type];
  const foreign = configKeyNames.filter((key) => given[key] !== undefined && !own.includes(key));
  const missing = own.filter((key) => {
    if (configKeys[key].required === undefined) return false;
    return given[key] === undefined ? isNew : given[key] === null;
  });
  return [
    ...foreign.map((key) => ({
      path: `config.${key}`,
      message: `is not a setting of views of type "${type}", which have ${own.join(", ")}`,
    })),
    ...missing.map((key) => ({ path: `config.${key}`, message: `is required: ${configKeys[key].required}` })),
  ];
}

/** Returns a single shape as it is, because the documentation would show a union of one as a choice. */
function oneOf<Shape extends z.ZodType>(shapes: readonly Shape[]): Shape | z.ZodUnion<readonly Shape[]> {
  const [only, ...others] = shapes;
  return only && others.length === 0 ? only : z.union(shapes);
}
