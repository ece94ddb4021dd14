import { useEffect, useState } from "react";

/** Debounces a value, so that typing does not send a request per letter. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), moment);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const moment = 250;
