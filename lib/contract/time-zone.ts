import * as z from "zod";
import { isTimeZone } from "../field-types/zone";

/** The time zone of the viewer. */
export const timeZone = z
  .string()
  .refine(isTimeZone, { error: "takes a time zone such as Europe/Berlin" })
  .describe(
    "The zone in which days begin in filters, for dates without a time and for fields without a zone of their own; by default UTC.",
  );
