"use client";

import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";

interface SecretFieldProps {
  /** The secret. */
  value: string;
  label: string;
  /** A noun for it, such as "key". */
  what: string;
  onCopy?: () => void;
  ref?: RefObject<HTMLInputElement | null>;
}

interface SecretProps extends Omit<SecretFieldProps, "ref"> {
  /** Says what to do with it. */
  lead?: string | undefined;
  /** Shown below it. */
  more?: ReactNode;
  onDone: () => void;
}

/** Shows a new secret, such as a key or link, which cannot be shown again. */
export function Secret({ lead, more, onDone, ...field }: SecretProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
      {lead !== undefined && <p>{lead}</p>}
      <p className="text-muted">{`Copy this ${field.what} now. You won't be able to see it again.`}</p>
      <SecretField ref={input} {...field} />
      {more}
      <div className="flex justify-end">
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** A secret to copy. */
export function SecretField({ value, label, what, onCopy, ref }: SecretFieldProps) {
  return (
    <div className="flex items-end gap-1">
      <TextField
        ref={ref}
        label={label}
        value={value}
        onChange={() => {}}
        readOnly
        spellCheck={false}
        onFocus={({ target }) => {
          target.setSelectionRange(0, value.length, "backward");
          // Browsers scroll to the end of a selection after it is set.
          requestAnimationFrame(() => {
            target.scrollLeft = 0;
          });
        }}
        onCopy={onCopy}
        className="flex-1 [&_input]:font-mono [&_input]:text-xs"
      />
      <CopyButton text={value} what={what} onCopied={onCopy} />
    </div>
  );
}
