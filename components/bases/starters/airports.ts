import { parse } from "csv-parse/browser/esm/sync";
import type { Starter } from "./starter";

/** The airports of `public/samples/airports.csv`; the README beside it names the source. */
export async function airports(signal: AbortSignal): Promise<Starter> {
  const response = await fetch("/samples/airports.csv", { signal });
  if (!response.ok) throw new Error(`The request for airports.csv failed with status ${response.status}`);
  return airportsOf(await response.text());
}

export function airportsOf(csv: string): Starter {
  const rows: { [column: string]: string }[] = parse(csv, { columns: true, bom: true });
  const records = rows.map(({ iata, name, city, state, country, latitude, longitude }) => ({
    IATA: iata,
    Name: name,
    City: presentOrNull(city),
    State: presentOrNull(state),
    Country: country,
    Latitude: latitude,
    Longitude: longitude,
  }));
  const coordinate = { decimalPlaces: 5 };
  const fields = [
    { name: "IATA", type: "single_line_text" },
    { name: "Name", type: "single_line_text" },
    { name: "City", type: "single_line_text" },
    { name: "State", type: "single_select", template: optionsIn(records.map((row) => row.State)) },
    { name: "Country", type: "single_select", template: optionsIn(records.map((row) => row.Country)) },
    { name: "Latitude", type: "number", template: coordinate },
    { name: "Longitude", type: "number", template: coordinate },
  ];
  return { name: "US airports", tables: [{ name: "Airports", fields, records }] };
}

/** The source writes NA for unknown values. */
function presentOrNull(text: string | undefined): string | null {
  return text === undefined || text === "NA" ? null : text;
}

function optionsIn(labels: readonly (string | null | undefined)[]) {
  const known = [...new Set(labels)].filter((label) => label != null).sort();
  return { options: known.map((label) => ({ label })) };
}
