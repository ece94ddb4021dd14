import { useSearchParams } from "next/navigation";
import { useMemo } from "react";

/** The page's address with a record open, for links. */
export function useRecordHref(): (recordId: string) => string {
  const known = useSearchParams();
  const others = new URLSearchParams(known);
  others.delete("record");
  const query = others.toString();
  return useMemo(() => {
    return (recordId) => `?${new URLSearchParams([...new URLSearchParams(query), ["record", recordId]])}`;
  }, [query]);
}
