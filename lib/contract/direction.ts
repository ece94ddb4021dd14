import * as z from "zod";

export const direction = z.enum(["asc", "desc"]);
export type Direction = z.infer<typeof direction>;
