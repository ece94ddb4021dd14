import * as z from "zod";
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
export type ViewConfig = Configs[ViewType];

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
export const withholdable = ["filter", "sorts", "groups"] as const;
export type Withholdable = (typeof withholdable)[number];

export type View = {
  [Type in ViewType]: {
    id: string;
    name: string;
    type: Type;
    config: Configs[Type];
    withheld?: Withholdable[] | undefined;
  };
}[ViewType];

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

export const viewCreate = z.strictObject({
  name,
  type: z.literal(viewTypeNames).default(firstView.type),
  config: viewConfigUpdate.default({}),
});
export type ViewCreate = z.infer<typeof viewCreate>;

export const viewUpdate = z.strictObject({
  name: name.optional(),
  config: viewConfigUpdate.optional(),
  order: order.optional(),
});
export type ViewUpdate = z.infer<typeof viewUpdate>;

/** Returns a single shape as it is, because the documentation would show a union of one as a choice. */
function oneOf<Shape extends z.ZodType>(shapes: readonly Shape[]): Shape | z.ZodUnion<readonly Shape[]> {
  const [only, ...others] = shapes;
  return only && others.length === 0 ? only : z.union(shapes);
}
