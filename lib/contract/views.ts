import { z } from "zod";
import { viewId } from "./ids";

/** What a view keeps. A new table's one view shows every field in order. */
export const viewConfig = z.object({
  sorts: z.array(z.object({ fieldId: z.string(), direction: z.enum(["asc", "desc"]) })),
  hiddenFieldIds: z.array(z.string()),
  /** Pixels by field id. */
  fieldWidths: z.record(z.string(), z.number()),
  orderedFieldIds: z.array(z.string()),
});
export type ViewConfig = z.infer<typeof viewConfig>;

export const view = z.object({ id: viewId, name: z.string(), type: z.literal("grid"), config: viewConfig });
export type View = z.infer<typeof view>;
