import * as z from "zod";
import { unknownKey } from "./known-keys";

/** Shape of a query string, where every value is text. */
export function queryShape<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? unknownKey("query parameter", issue) : undefined),
  });
}
