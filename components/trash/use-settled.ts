import { useEffect, useState } from "react";

/** A value as it has been for a moment: what is typed is not asked for letter by letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), moment);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const moment = 250;
