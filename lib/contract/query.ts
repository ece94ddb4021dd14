import { z } from "zod";

/** What may stand in an address behind the question mark, where every value is a text. */
export function queryShape<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? "is not a known query parameter" : undefined),
  });
}
