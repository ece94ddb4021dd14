"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFocusOnFirstProblem } from "@/components/forms/use-focus-on-first-problem";
import { Button } from "@/components/ui/button";
import { EntryPage } from "@/components/ui/entry-page";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useIsLive } from "@/components/ui/use-is-live";
import { hasCode } from "@/lib/contract/errors";

interface LinkPasswordProps<Opened> {
  readonly token: string;
  /** The heading, such as “This view has a password”. */
  readonly title: string;
  readonly open: (token: string, password: string) => Promise<Opened>;
  readonly onOpened: (opened: Opened) => void;
}

/**
 * Asks for the password of a shared link. The tab keeps the password, in its session storage: a cookie would be shared
 * by all tabs, is blocked in frames of other sites, and could not be sent in the header that the API reads.
 */
export function LinkPassword<Opened>({ token, title, open, onOpened }: LinkPasswordProps<Opened>) {
  const [password, setPassword] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const router = useRouter();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (tried: string) => open(token, tried),
    onSuccess(opened, tried) {
      keep(token, tried);
      onOpened(opened);
    },
    onError(failure) {
      if (hasCode(failure, "UNAUTHORIZED")) keep(token, null);
      // The server answers with the page that says so.
      if (hasCode(failure, "NOT_FOUND")) router.refresh();
    },
  });
  const isWrong = hasCode(error, "UNAUTHORIZED");
  const problem = isMissing ? "Enter the password." : isWrong ? "This password is wrong." : undefined;
  useFocusOnFirstProblem(form, problem && { error });

  const isLive = useIsLive();
  useEffect(() => {
    if (!isLive) return;
    const known = keptFor(token);
    if (known !== null) mutate(known);
    else form.current?.querySelector("input")?.focus();
  }, [isLive, token, mutate]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    setIsMissing(password === "");
    if (password !== "") mutate(password);
  }

  const isBusy = isPending || isSuccess;
  return (
    <EntryPage>
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <h1 className="text-balance font-semibold text-xl">{title}</h1>
        {error && !isWrong && <Notice>{error.message}</Notice>}
        <TextField
          label="Password"
          type="password"
          value={password}
          onChange={setPassword}
          error={problem}
          autoComplete="off"
        />
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? "Opening…" : "Open"}
        </Button>
        <p className="text-muted">Ask the person who sent you the link if you don't know it.</p>
      </form>
    </EntryPage>
  );
}

/** Keeps the password for this tab, or drops it. A browser may forbid storage; then it is asked for again. */
function keep(token: string, password: string | null): void {
  try {
    if (password === null) sessionStorage.removeItem(nameFor(token));
    else sessionStorage.setItem(nameFor(token), password);
  } catch {}
}

function keptFor(token: string): string | null {
  try {
    return sessionStorage.getItem(nameFor(token));
  } catch {
    return null;
  }
}

function nameFor(token: string): string {
  return `share-password:${token}`;
}
