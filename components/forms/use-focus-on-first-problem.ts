"use client";

import { type RefObject, useEffect } from "react";

/** Moves the focus to the first wrong input of a form, once for each `occasion`: an attempt that failed. */
export function useFocusOnFirstProblem(form: RefObject<HTMLFormElement | null>, occasion: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the occasion is what it waits for
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, occasion]);
}
