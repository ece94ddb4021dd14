"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type RefObject, useRef, useState } from "react";
import type * as z from "zod";
import { type Problems, problemsIn, problemsOf } from "./problems";
import { useFocusOnFirstProblem } from "./use-focus-on-first-problem";

interface FormOptions<Shape extends z.ZodType, Answer> {
  /** Validates the body before it is sent. */
  shape: Shape;
  /** Makes the body from the inputs. */
  body: () => z.input<Shape>;
  send: (body: z.input<Shape>) => Promise<Answer>;
  onSent: (answer: Answer) => void;
  /** Turns the error of a failed call into messages by input. */
  toProblems?: (error: unknown) => Problems;
  /** True if nothing is left to do after a success, such as before leaving the page. */
  isOnce?: boolean;
}

interface Form {
  ref: RefObject<HTMLFormElement | null>;
  problems: Problems;
  isBusy: boolean;
  onSubmit: (event: FormEvent) => void;
}

/** Submits a form. Problems are shown beside their inputs, of which the first gets the focus. */
export function useForm<Shape extends z.ZodType, Answer>({
  shape,
  body,
  send,
  onSent,
  toProblems = problemsOf,
  isOnce = false,
}: FormOptions<Shape, Answer>): Form {
  const [problems, setProblems] = useState<Problems>({});
  const ref = useRef<HTMLFormElement>(null);
  useFocusOnFirstProblem(ref, problems);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => setProblems(toProblems(error)),
  });

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const given = body();
    const found = problemsIn(shape, given);
    setProblems(found);
    if (Object.keys(found).length === 0) mutate(given);
  }

  return { ref, problems, isBusy: isPending || (isOnce && isSuccess), onSubmit };
}
