import { textUpTo } from "../field-types/text";
import { limits } from "./limits";

/** Names that a URL or an object cannot hold. */
const reserved = [".", "..", "__proto__"];

/** The name of a database, table, field or view, stored exactly as given. */
export const name = textUpTo(limits.nameLength)
  .refine((text) => text !== "", { error: "cannot be empty", abort: true })
  .refine((text) => text.trim() !== "", { error: "cannot be only white space" })
  .refine((text) => !reserved.includes(text), { error: `cannot be ${reserved.join(" or ")}` })
  .meta({ minLength: 1 });
