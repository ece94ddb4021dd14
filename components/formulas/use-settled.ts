import { useEffect, useState } from "react";

/** A value once it has stayed the same for a while, so that a screen reader does not read it at each keystroke. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const quietMs = 1_000;
