import { textUpTo } from "../field-types/text";
import { limits } from "./limits";

/** Names that an address or an object could not carry. */
const reserved = [".", "..", "__proto__"];

/** The name of a database, table, field or view: kept exactly as given. */
export const name = textUpTo(limits.nameLength)
  .refine((text) => text !== "", { error: "cannot be empty", abort: true })
  .refine((text) => text.trim() !== "", { error: "cannot be only white space" })
  .refine((text) => !reserved.includes(text), { error: `cannot be ${reserved.join(" or ")}` })
  .meta({ minLength: 1 });
