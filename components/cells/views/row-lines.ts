"use client";

import { createContext, useContext } from "react";

/** How many lines of text there is room for in a row; where there are no rows, one. */
const RowLinesContext = createContext(1);

export const RowLinesProvider = RowLinesContext.Provider;

export function useRowLines(): number {
  return useContext(RowLinesContext);
}
