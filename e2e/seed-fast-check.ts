import fc from "fast-check";
import { seed } from "./rounds";

/** Imported by all end-to-end tests, and by Vitest before each file of unit tests. */
fc.configureGlobal({ seed });
