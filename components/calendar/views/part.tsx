import type { ComponentProps } from "react";

interface PartProps extends ComponentProps<"div"> {
  readonly role: "grid" | "rowgroup" | "row" | "columnheader" | "rowheader" | "gridcell";
}

/** A part of a calendar: no `<table>`, because bars span several cells. */
export function Part(props: PartProps) {
  return <div {...props} />;
}
