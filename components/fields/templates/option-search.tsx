"use client";

import type { KeyboardEvent } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { TextField } from "@/components/ui/text-field";

interface OptionSearchProps {
  value: string;
  onChange: (value: string) => void;
  /** True if no option is found. */
  hasNone: boolean;
}

/** Searches many options by name. */
export function OptionSearch({ value, onChange, hasNone }: OptionSearchProps) {
  function onKeyDown(event: KeyboardEvent) {
    if (isOfComposition(event.nativeEvent)) return;
    // Enter would save the field.
    if (event.key === "Enter") event.preventDefault();
    if (event.key !== "Escape" || value === "") return;
    // Escape would close the dialog.
    event.preventDefault();
    event.stopPropagation();
    onChange("");
  }
  return (
    <search>
      <TextField
        label="Search options"
        hideLabel
        type="search"
        placeholder="Search options"
        value={value}
        onChange={onChange}
        onKeyDown={onKeyDown}
      />
      <p role="status" className="mt-2 text-muted empty:hidden">
        {hasNone && "No matching options"}
      </p>
    </search>
  );
}
