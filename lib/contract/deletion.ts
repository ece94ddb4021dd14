import { z } from "zod";

/** The answer to the deletion of one thing. */
export const deletion = z.object({ deleted: z.literal(true) });
export const deleted: z.infer<typeof deletion> = { deleted: true };
