"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";

interface SecretProps {
  /** The secret. */
  value: string;
  onCopy: () => void;
  onDone: () => void;
}

/** Shows a new key's secret, which cannot be shown again. */
export function Secret({ value, onCopy, onDone }: SecretProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-muted">Copy this key now. You won't be able to see it again.</p>
      <div className="flex items-end gap-1">
        <TextField
          ref={input}
          label="API key"
          value={value}
          onChange={() => {}}
          readOnly
          spellCheck={false}
          // A backward selection keeps the input scrolled to the start of the key.
          onFocus={({ target }) => target.setSelectionRange(0, value.length, "backward")}
          onCopy={onCopy}
          className="flex-1 [&_input]:font-mono [&_input]:text-xs"
        />
        <CopyButton text={value} what="key" onCopied={onCopy} />
      </div>
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
