"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

interface KeyFormProps {
  /** False until it is clear that the URL contains no credential. */
  isReady: boolean;
  isBusy: boolean;
  /** The error of the last attempt. */
  error?: string;
  onSubmit: (key: string) => void;
}

export function KeyForm({ isReady, isBusy, error, onSubmit }: KeyFormProps) {
  const [key, setKey] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  // Focuses the input on load and after a failed attempt.
  useEffect(() => {
    if (isReady && !isBusy) input.current?.focus();
  }, [isReady, isBusy]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const given = key.trim();
    setIsMissing(given === "");
    if (given === "") input.current?.focus();
    else onSubmit(given);
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <h1 className="font-semibold text-xl">Sign in</h1>
      <TextField
        ref={input}
        label="API key"
        value={key}
        onChange={setKey}
        error={isMissing ? "Enter an API key" : error}
        disabled={isBusy}
        placeholder="sk_prod_…"
        spellCheck={false}
        autoCapitalize="off"
      />
      <Button look="primary" type="submit" disabled={isBusy}>
        {isBusy ? "Signing in…" : "Sign in"}
      </Button>
      <p className="text-muted">
        Rowhouse prints a sign-in link each time it starts, and the owner's key the first time. Another link
        comes from <code className="font-mono text-text">npm run sign-in</code>, another key from{" "}
        <code className="font-mono text-text">npm run key</code>.
      </p>
    </form>
  );
}
