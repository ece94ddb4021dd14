import * as z from "zod";

/** The response to deleting one thing. */
export const deletion = z.object({ deleted: z.literal(true) });
export const deleted: z.infer<typeof deletion> = { deleted: true };
