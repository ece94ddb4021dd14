"use client";

import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/text-field";

export interface CredentialFormProps<Credential> {
  /** False until it is clear that the URL contains no credential. */
  isReady: boolean;
  isBusy: boolean;
  /** The error of the last attempt. */
  error?: string | undefined;
  onSubmit: (credential: Credential) => void;
}

export function KeyForm({ isReady, isBusy, error, onSubmit }: CredentialFormProps<{ key: string }>) {
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
    else onSubmit({ key: given });
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
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
    </form>
  );
}
