import type { ClipboardTexts } from "../clipboard/block";

/** What reaches the grid from a keyboard: text for the active cell, a key by its chord, or what is pasted. */
export type Input =
  | { readonly text: string }
  | { readonly chord: string }
  | { readonly pasted: ClipboardTexts };

/** What a person has asked for ahead of the grid, in its order. */
export interface InputQueue {
  first(): Input | undefined;
  push(input: Input): void;
  shift(): void;
  /** Gives up what waits, and what it waits for: a person has gone elsewhere, and it was not meant for there. */
  giveUp(): void;
  /** Whether a command is on its way to a place that is not there yet: until then every input waits. */
  isHeld(): boolean;
  hold(): Hold;
  subscribe(listener: () => void): () => void;
}

/** A command's, for as long as it is on its way: what is asked for meanwhile is for where it leads. */
export interface Hold {
  /** Whether a person still waits to be there. */
  isWanted(): boolean;
  /** The cursor is there, and what waits goes on there; or it will not be, and what waits is for nothing. Gives the text that is lost. */
  end(hasArrived: boolean): string;
}

export function createInputQueue(): InputQueue {
  const listeners = new Set<() => void>();
  let waiting: readonly Input[] = [];
  let current: Hold | undefined;

  function release(): void {
    current = undefined;
    for (const listener of listeners) listener();
  }
  function giveUp(): void {
    waiting = [];
    if (current) release();
  }
  return {
    first: () => waiting[0],
    push(input) {
      waiting = [...waiting, input];
    },
    shift() {
      waiting = waiting.slice(1);
    },
    giveUp,
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function textOf(input: Input): string {
  if ("text" in input) return input.text;
  if ("pasted" in input) return input.pasted.text;
  return input.chord === "Space" ? " " : "";
}
