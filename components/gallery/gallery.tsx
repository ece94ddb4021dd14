"use client";

import type { ViewProps } from "@/components/open-table/listed-view";

/** TODO */
export function Gallery(_: ViewProps) {
  return null;
}
