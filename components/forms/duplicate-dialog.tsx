"use client";

import { type FormEvent, useRef, useState } from "react";
import type { Anchor } from "@/components/ui/anchor";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { CopyStatus } from "./copy-status";
import type { CopyProgress } from "./copying";
import type { Problems } from "./problems";
import { useFocusOnFirstProblem } from "./use-focus-on-first-problem";

/** The state of a copy. */
interface Copying {
  /** Undefined while the copy cannot be stopped. */
  stop: (() => void) | undefined;
  progress: CopyProgress | null;
  isBusy: boolean;
  /** True once the copy exists, even if its contents are incomplete. */
  isMade: boolean;
  problems: Problems;
}

interface DuplicateDialogProps {
  kind: "database" | "table" | "field";
  /** The name of the original. */
  original: string;
  /** The suggested name. */
  suggested: string;
  /** The kind of contents, such as "records"; null if it has none to copy. */
  contents: string | null;
  copying: Copying;
  /** Validates a name. */
  check: (name: string) => Problems;
  onStart: (name: string, withContents: boolean) => void;
  onClose: () => void;
  /** The element to open beside. */
  anchor?: Anchor;
}

/** Asks for the name of a copy and whether to copy the contents; then shows the progress, with a way to stop. */
export function DuplicateDialog(props: DuplicateDialogProps) {
  const { kind, original, suggested, contents, copying, check, onStart, onClose, anchor } = props;
  const { stop, progress, isBusy, isMade, problems } = copying;
  const [name, setName] = useState(suggested);
  const [withContents, setWithContents] = useState(contents !== null);
  const [found, setFound] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const shownProblems = { ...problems, ...found };
  useFocusOnFirstProblem(form, shownProblems.name);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wrong = check(name);
    setFound(wrong);
    if (Object.keys(wrong).length === 0) onStart(name, withContents);
  }

  return (
    <Dialog
      open
      onClose={isBusy ? () => stop?.() : onClose}
      title={`Duplicate “${original}”`}
      anchor={anchor}
    >
      <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4 p-4">
        {shownProblems[""] && <Notice>{shownProblems[""]}</Notice>}
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          error={shownProblems.name}
          disabled={isBusy || isMade}
        />
        {contents !== null && !isMade && (
          <CheckField label={`Copy the ${contents} too`} value={withContents} onChange={setWithContents} />
        )}
        <CopyStatus label={`Copying ${contents}`} progress={progress} isBusy={isBusy && withContents} />
        <div className="flex justify-end gap-2">
          <Button onClick={isBusy ? stop : onClose} disabled={isBusy && !stop}>
            {isBusy ? "Stop" : isMade ? "Close" : "Cancel"}
          </Button>
          {!isMade && (
            <Button look="primary" type="submit" disabled={isBusy}>
              {isBusy ? "Duplicating…" : `Duplicate ${kind}`}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
