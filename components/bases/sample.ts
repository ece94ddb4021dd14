import { parse } from "csv-parse/browser/esm/sync";
import type { api } from "@/lib/client/api";
import { limits } from "@/lib/contract/limits";
import type { WrittenValues } from "@/lib/contract/records";

/** A table to be and the records to fill it with. */
export interface Sample {
  readonly name: string;
  readonly fields: { name: string; type: string; template?: { [key: string]: unknown } }[];
  readonly records: readonly WrittenValues[];
}

/** How far a sample has come; `path` leads to the table once it is there. */
export interface SampleProgress {
  readonly loaded: number;
  readonly total: number;
  readonly path?: string;
}

/** The airports of `public/samples/airports.csv`, whose source its README names. */
export function airportsOf(csv: string): Sample {
  const rows: { [column: string]: string }[] = parse(csv, { columns: true, bom: true });
  const values = rows.map(({ iata, name, city, state, country, latitude, longitude }) => ({
    IATA: iata,
    Name: name,
    City: presentOrNull(city),
    State: presentOrNull(state),
    Country: country,
    Latitude: latitude,
    Longitude: longitude,
  }));
  const coordinate = { decimalPlaces: 5 };
  return {
    name: "US airports",
    fields: [
      { name: "IATA", type: "single_line_text" },
      { name: "Name", type: "single_line_text" },
      { name: "City", type: "single_line_text" },
      {
        name: "State",
        type: "single_select",
        template: { options: optionsOf(values.map((row) => row.State)) },
      },
      {
        name: "Country",
        type: "single_select",
        template: { options: optionsOf(values.map((row) => row.Country)) },
      },
      { name: "Latitude", type: "number", template: coordinate },
      { name: "Longitude", type: "number", template: coordinate },
    ],
    records: values,
  };
}

interface LoadOptions {
  /** The API to load through. */
  call: typeof api;
  onProgress: (progress: SampleProgress) => void;
  /** Stops it between two calls, so that what was told is what is there. */
  signal: AbortSignal;
}

/** Makes a database of the sample by the same calls that any client would use; gives the path of its table. */
export async function loadSample(sample: Sample, { call, onProgress, signal }: LoadOptions): Promise<string> {
  const { name, fields, records } = sample;
  const { id, tables } = await call("POST /bases", {
    body: { name, tables: [{ name: "Airports", fields }] },
  });
  const tableId = tables[0]?.id ?? "";
  const path = `/database/${id}/${tableId}`;
  const total = records.length;
  onProgress({ loaded: 0, total, path });
  for (let loaded = 0; loaded < total; ) {
    signal.throwIfAborted();
    const part = records.slice(loaded, loaded + limits.recordsPerCall);
    await call("POST /bases/{databaseId}/tables/{tableId}/records/bulk", {
      params: { databaseId: id, tableId },
      body: { records: part },
    });
    loaded += part.length;
    onProgress({ loaded, total, path });
  }
  return path;
}

/** The source writes NA where it does not know. */
function presentOrNull(text: string | undefined): string | null {
  return text === undefined || text === "NA" ? null : text;
}

function optionsOf(labels: readonly (string | null | undefined)[]): { label: string }[] {
  return [...new Set(labels)]
    .filter((label) => label != null)
    .sort()
    .map((label) => ({ label }));
}
