import { useSearchParams } from "next/navigation";

/** The id of the record that the page's address opens; null for none. */
export function useOpenRecordId(): string | null {
  return useSearchParams().get("record") || null;
}
