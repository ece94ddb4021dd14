"use client";

import { type RefObject, useEffect } from "react";

/** Focuses the first invalid input of a form whenever `occasion` changes, such as after a failed attempt. */
export function useFocusOnFirstProblem(form: RefObject<HTMLFormElement | null>, occasion: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion triggers the effect
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, occasion]);
}
