import * as z from "zod";
import { nameOf } from "../field-types/text";

/** Position among the siblings, from 0. Values beyond either end mean that end. */
export const order = z.int({
  error: ({ input }) => `takes a whole number, not ${typeof input === "number" ? input : nameOf(input)}`,
});
