/**
 * The formula language: text → ids for names → tree → types → one SQL expression. Pure, for the browser and the server.
 *
 * 1. `parse(text)` gives a tree, and `check(tree, { field, names })` its types, or a mistake at its place in the text.
 * 2. `toIds(text, names)` gives the text that is stored, with ids in place of names; `toNames` turns it back.
 * 3. `check(parse(storedText), { field })` gives the formula again, and `compile(formula, scope)` SQL of its value and error.
 *
 * Mistakes are values: `{ problem: { message, start, end } }`, with positions in UTF-16 units of the given text.
 */

export type { CheckedField, CheckScope } from "./check";
export { check, usageOf } from "./check";
export type { CheckedFormula } from "./checked";
export type { CompiledRow, CompileScope } from "./compile";
export { compile, compileTogether } from "./compile";
export type { Example, ExampleValue, FunctionEntry, Group, Param, RecordSql } from "./functions/entry";
export { groups } from "./functions/entry";
export { findFunction, functionNames, functions } from "./functions/index";
export { sampleFields, sampleRecord } from "./functions/sample";
export { formulaLimits } from "./limits";
export type { ConstantTexts } from "./long-texts";
export { constantTexts, tooLongText } from "./long-texts";
export { parse } from "./parse";
export { print, quoteText } from "./print";
export type { NamedField, NameScope, ReferencePath } from "./references";
export { escapeName, fieldIdsIn, pathKey, toIds, toNames } from "./references";
export type { Sql } from "./sql";
export type { Token } from "./tokens";
export { scan, tokenize } from "./tokens";
export type { Problem, Result, Span, Tree } from "./tree";
export { childrenOf } from "./tree";
export type { ErrorCode, ListType, Scalar, Type } from "./types";
export { errorCodes, isList, itemOf } from "./types";
export type { ValueSql } from "./value";
