import { useCallback, useLayoutEffect, useRef } from "react";

/** A stable function that calls the latest `act`; for event handlers, not during rendering. */
export function useStable<Arguments extends unknown[], Result>(
  act: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given) => latest.current(...given), []);
}
