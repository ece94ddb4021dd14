import type { Sample } from "./sample";

/** A type that a column may have. */
export interface Finding {
  readonly type: string;
  /** Settings that differ from the type's defaults. */
  readonly template?: object;
  /** Number of filled cells that do not fit. */
  readonly unconvertible: number;
  /**
   * False if the type is only suggested although all cells fit: the texts have another reading, or the values would
   * keep less than the texts say.
   */
  readonly isSure: boolean;
}

/** Finds the types that a column may have, the likeliest first. A type is not found if more than 2 % do not fit. */
export type Detector = (sample: Sample) => readonly Finding[];
