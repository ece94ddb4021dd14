"use client";

import { createContext, useContext } from "react";

/** The number of text lines that fit in a row; 1 outside rows. */
const RowLinesContext = createContext(1);

export const RowLinesProvider = RowLinesContext.Provider;

export function useRowLines(): number {
  return useContext(RowLinesContext);
}
