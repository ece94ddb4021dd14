"use client";

import { createContext, useContext, useState } from "react";
import { useIsLive } from "@/components/ui/use-is-live";
import { editorLook } from "./look";

/** The attributes that connect an input with its label, its help and its problem. */
export interface InputAttributes {
  readonly id?: string;
  readonly className: string;
  readonly placeholder?: string | undefined;
  readonly autoComplete?: string;
  readonly disabled?: boolean;
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: true | undefined;
  readonly "aria-required"?: true | undefined;
}

/** The frame of an editor that is always there, as in a form. In a cell, an editor is there only while it is open. */
export interface EditorFrame {
  readonly input: InputAttributes;
  /** True while the popup of the editor is open. */
  readonly isOpen: boolean;
  /** Changes whenever the popup opens or closes. */
  readonly session: number;
}

const FrameContext = createContext<EditorFrame | null>(null);

export const EditorFrameProvider = FrameContext.Provider;

/** The frame of the editor; null in a cell. */
export function useEditorFrame(): EditorFrame | null {
  return useContext(FrameContext);
}

/** The attributes of an editor's input. In a cell it covers the value and is named after the field. */
export function useInputAttributes(label: string, lookInCells = ""): InputAttributes {
  const frame = useEditorFrame();
  const isLive = useIsLive();
  // The server renders it, and its script may come after that of its form.
  if (frame) return { ...frame.input, disabled: !isLive };
  return { "aria-label": label, className: `${editorLook} ${lookInCells}`, autoComplete: "off" };
}

/** State of an editor that begins anew whenever its popup opens or closes. */
export function useSessionState<State>(first: () => State): [state: State, set: (state: State) => void] {
  const session = useEditorFrame()?.session ?? 0;
  const [held, setHeld] = useState(() => ({ session, state: first() }));
  const current = held.session === session ? held : { session, state: first() };
  if (current !== held) setHeld(current);
  return [current.state, (state) => setHeld({ session, state })];
}
