import { useSearchParams } from "next/navigation";

/** The record that the page's address says is open; null for none. */
export function useOpenRecordId(): string | null {
  return useSearchParams().get("record") || null;
}
