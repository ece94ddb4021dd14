import * as z from "zod";

/** Shape of a query string, where every value is text. */
export function queryShape<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? "is not a known query parameter" : undefined),
  });
}
