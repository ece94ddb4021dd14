/** Columns of text: their types, and their values. The page loads this only with what needs it. */
export { remembered } from "./remembered";
export { type NamedIds, namesIn, type TextReader, textReader } from "./text-reader";
