import * as z from "zod";
import { listedNames, nearestFirst } from "../formulas/nearest";

/** The message for an unknown key or query parameter, which lists the known ones. */
export function unknownKey(what: "key" | "query parameter", issue: z.core.$ZodRawIssue): string {
  const unknown = `is not a known ${what}`;
  if (issue.code !== "unrecognized_keys" || !(issue.inst instanceof z.ZodObject)) return unknown;
  const { shape } = issue.inst;
  const known = Object.keys(shape).filter((key) => !z.globalRegistry.get(shape[key])?.readOnly);
  if (known.length === 0) return `${unknown}. None are allowed here`;
  return `${unknown}. Known ${what === "key" ? "keys" : "parameters"}: ${listedNames(nearestFirst(issue.keys[0] ?? "", known))}`;
}
