import { createEmitter } from "@/lib/client/observable";
import type { ClipboardTexts } from "../clipboard/block";

/** Keyboard input: text for the active cell, a chord, or pasted content. */
export type Input =
  | { readonly text: string }
  | { readonly chord: string }
  | { readonly pasted: ClipboardTexts };

/** A typeahead queue: keystrokes that arrive before their target row is loaded, in order. */
export interface TypeaheadQueue {
  first(): Input | undefined;
  push(input: Input): void;
  shift(): void;
  /** Ends the queue and the current hold, because the person has moved elsewhere. Returns the input of the queue. */
  cancel(): readonly Input[];
  /** True while a command moves the cursor to rows that do not exist yet: all input is queued. */
  isHeld(): boolean;
  hold(): Hold;
  subscribe(listener: () => void): () => void;
}

/** Held by a command while it runs: input meanwhile is meant for its destination. */
export interface Hold {
  /** True while the person still waits for the destination. */
  isWanted(): boolean;
  /**
   * Ends the hold. If the cursor has arrived, queued input is replayed there; otherwise it is dropped. Returns the
   * dropped text.
   */
  end(hasArrived: boolean): string;
}

export function createTypeaheadQueue(): TypeaheadQueue {
  const releases = createEmitter();
  let waiting: readonly Input[] = [];
  let current: Hold | undefined;

  function release(): void {
    current = undefined;
    releases.emit();
  }
  function cancel(): readonly Input[] {
    const queued = waiting;
    waiting = [];
    if (current) release();
    return queued;
  }
  return {
    first: () => waiting[0],
    push(input) {
      waiting = [...waiting, input];
    },
    shift() {
      waiting = waiting.slice(1);
    },
    cancel,
    isHeld: () => current !== undefined,
    hold() {
      const own: Hold = {
        isWanted: () => current === own,
        end(hasArrived) {
          if (current !== own) return "";
          const lost = hasArrived ? [] : waiting;
          if (!hasArrived) waiting = [];
          release();
          return lost.map(textOf).join("");
        },
      };
      current = own;
      return own;
    },
    subscribe: releases.subscribe,
  };
}

function textOf(input: Input): string {
  if ("text" in input) return input.text;
  if ("pasted" in input) return input.pasted.text;
  return input.chord === "Space" ? " " : "";
}
