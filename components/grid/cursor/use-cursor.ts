import { useCallback, useRef, useState } from "react";
import { type Cursor, idle } from "./cursor";

export interface CursorState {
  /** The cursor as drawn. */
  readonly cursor: Cursor;
  /** The current cursor: several keys may arrive before the next render. */
  readonly latest: () => Cursor;
  readonly setCursor: (cursor: Cursor) => void;
}

export function useCursor(): CursorState {
  const [cursor, draw] = useState<Cursor>(idle);
  const ref = useRef(cursor);
  const setCursor = useCallback((next: Cursor) => {
    ref.current = next;
    draw(next);
  }, []);
  const latest = useCallback(() => ref.current, []);
  return { cursor, latest, setCursor };
}
