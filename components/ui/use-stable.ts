import { useCallback, useLayoutEffect, useRef } from "react";

/** The same function from drawing to drawing, which does what the last one given does: for handlers, not for drawing. */
export function useStable<Arguments extends unknown[], Result>(
  act: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given) => latest.current(...given), []);
}
