import { api } from "@/lib/client/api";
import type { RecordPlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";

export function readRecord(place: RecordPlace): Promise<Record> {
  return api("GET /bases/{databaseId}/tables/{tableId}/records/{recordId}", { params: { ...place } });
}
