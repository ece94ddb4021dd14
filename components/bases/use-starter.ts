"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { StarterChoice } from "./starters";
import type { StarterProgress } from "./starters/starter";

/** Loads a starter and opens its first table. */
export function useStarter() {
  const router = useRouter();
  const [progress, setProgress] = useState<StarterProgress | null>(null);
  const stopper = useRef(new AbortController());
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (choice: StarterChoice) => load(choice, setProgress, stopper.current.signal),
    onSuccess: (path) => router.push(path),
  });

  function start(choice: StarterChoice) {
    setProgress(null);
    stopper.current = new AbortController();
    mutate(choice);
  }

  return {
    start,
    stop: () => stopper.current.abort(),
    progress,
    isLoading: isPending || isSuccess,
    problem: error ? problemOf(error) : null,
  };
}

export type StarterRun = ReturnType<typeof useStarter>;

async function load(
  choice: StarterChoice,
  onProgress: (progress: StarterProgress) => void,
  signal: AbortSignal,
): Promise<string> {
  const { loadStarter } = await import("./starters/starter");
  return loadStarter(await choice.load(signal), { call: api, onProgress, signal });
}

function problemOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error.name === "AbortError") return "You stopped it.";
  return "The template couldn't be loaded. Try again.";
}
