import { z } from "zod";

/** Signs a browser in: by an API key, or by a one-time code that the launcher prints at every start. */
export const sessionCreate = z.union(
  [z.strictObject({ key: z.string() }), z.strictObject({ code: z.string() })],
  {
    error: "takes { key } or { code }",
  },
);
export type SessionCreate = z.infer<typeof sessionCreate>;
