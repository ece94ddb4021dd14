import { z } from "zod";
import { recordId } from "./ids";

/** Where a request points to, from its path. A table is named by its id or its name. */
export const basePlace = z.object({ databaseId: z.string() });
export const tablePlace = basePlace.extend({ tableId: z.string() });
export const recordPlace = tablePlace.extend({ recordId });

export type BasePlace = z.infer<typeof basePlace>;
export type TablePlace = z.infer<typeof tablePlace>;
export type RecordPlace = z.infer<typeof recordPlace>;
