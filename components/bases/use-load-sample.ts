"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { SampleProgress } from "./sample";

/** Loads the sample data and goes to its table. */
export function useLoadSample() {
  const router = useRouter();
  const [progress, setProgress] = useState<SampleProgress | null>(null);
  const stopper = useRef(new AbortController());
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => load(setProgress, stopper.current.signal),
    onSuccess: (path) => router.push(path),
  });

  function start() {
    setProgress(null);
    stopper.current = new AbortController();
    mutate();
  }

  return {
    start,
    stop: () => stopper.current.abort(),
    progress,
    isLoading: isPending || isSuccess,
    problem: error ? problemOf(error) : null,
  };
}

async function load(onProgress: (progress: SampleProgress) => void, signal: AbortSignal): Promise<string> {
  // Of no use to anybody who has a database, so fetched only now.
  const { airportsOf, loadSample } = await import("./sample");
  const response = await fetch("/samples/airports.csv", { signal });
  if (!response.ok) throw new Error(`the file answered ${response.status}`);
  return loadSample(airportsOf(await response.text()), { call: api, onProgress, signal });
}

function problemOf(error: Error): string {
  if (error instanceof ApiError) return error.message;
  if (error.name === "AbortError") return "You stopped it.";
  return "The file with the airports could not be read.";
}
