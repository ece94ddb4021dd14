import { type CheckedFormula, constantTexts, type Problem, tooLongText } from "../../formulas";
import { query } from "../db";
import { fromFormula } from "./expression";

/** Finds a text of a formula that is above the limit whatever the record. Every cell would be the error NUM. */
export async function longTextIn(formula: CheckedFormula): Promise<Problem | undefined> {
  const texts = constantTexts(formula);
  if (!texts) return undefined;
  const [found] = await query<{ at: number | null }>(fromFormula(texts.firstLong));
  const span = texts.spans[(found?.at ?? 0) - 1];
  return span && { message: tooLongText, ...span };
}
