"use client";

import { type FocusEvent, useEffect, useState } from "react";
import { areaLook, controlLook } from "./control";
import { Labelled, type LabelledProps } from "./labelled";
import { useIsLive } from "./use-is-live";
import { useStable } from "./use-stable";

interface SavedTextProps extends LabelledProps {
  /** The saved text. */
  value: string;
  /** Called after a pause in typing, and when the input is left. */
  onSave: (text: string) => void;
  /** The problem of a text, which is then not saved. */
  problemIn?: (text: string) => string | undefined;
  placeholder?: string;
  type?: "text" | "url" | "number" | "datetime-local";
  /** For texts of several lines: the number of lines at first. */
  rows?: number;
}

interface Draft {
  readonly text: string;
  /** The saved text when the draft was begun or last saved. */
  readonly known: string;
}

/** A text that is saved as it is typed. */
export function SavedText(props: SavedTextProps) {
  const { value, onSave, problemIn, placeholder, type = "text", rows, error, ...labelled } = props;
  const isLive = useIsLive();
  const [draft, setDraft] = useState<Draft | null>(null);
  const text = draft?.text ?? value;
  const problem = error ?? problemIn?.(text);
  const isChangedElsewhere = draft !== null && value !== draft.known && value !== draft.text;

  const save = useStable(() => {
    if (draft === null || problem !== undefined || draft.text === value) return;
    setDraft({ text: draft.text, known: draft.text });
    onSave(draft.text);
  });
  useEffect(() => {
    if (draft === null || draft.text === draft.known) return;
    const timer = setTimeout(save, pause);
    return () => clearTimeout(timer);
  }, [draft, save]);

  const input = {
    value: text,
    placeholder,
    disabled: !isLive,
    autoComplete: "off",
    dir: "auto",
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft((before) => ({ text: target.value, known: before?.known ?? value })),
    onBlur: (_: FocusEvent) => {
      save();
      // A text with a problem stays, to be corrected.
      if (problem === undefined) setDraft(null);
    },
  };
  return (
    <Labelled {...labelled} error={problem ?? (isChangedElsewhere ? changedElsewhere : undefined)}>
      {({ id, state }) =>
        rows === undefined ? (
          <input id={id} type={type} className={controlLook} {...input} {...state} />
        ) : (
          <textarea id={id} rows={rows} className={areaLook} {...input} {...state} />
        )
      }
    </Labelled>
  );
}

const changedElsewhere = "Someone else has changed this text. Your text replaces theirs.";

/** Long enough for a pause between words. */
const pause = 700;
