import { z } from "zod";
import { nameOf } from "../field-types/text";

/** Where among its siblings a thing is to stand, from 0. Beyond either end means that end. */
export const order = z.int({
  error: ({ input }) => `takes a whole number, not ${typeof input === "number" ? input : nameOf(input)}`,
});
