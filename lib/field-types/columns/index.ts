/** Columns of text: their types, and their values. A page loads this only with what needs it. */
export { analyseColumn, type ColumnAnalysis, type ColumnType } from "./analyse-column";
export { filesIn } from "./attached-files";
export { columnProblem, columnReader } from "./column-reader";
export type { Detector, Finding } from "./detector";
export { allDetectors } from "./detectors";
export { hasHeader } from "./has-header";
export { columnNotation, type Notation } from "./notation";
export { remembered } from "./remembered";
export type { CellKind, Hints } from "./sample";
export { missingNames, type NamedIds, namesIn, type TextReader, textReader } from "./text-reader";
