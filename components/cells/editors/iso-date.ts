/** Formats a day in local time as `YYYY-MM-DD`. */
export function toIso(day: Date): string {
  const year = String(day.getFullYear()).padStart(4, "0");
  const month = String(day.getMonth() + 1).padStart(2, "0");
  return `${year}-${month}-${String(day.getDate()).padStart(2, "0")}`;
}

/** The start of a day in local time. */
export function fromIso(iso: string): Date {
  const [year, month, day] = iso.split("-").map(Number) as [number, number, number];
  const date = new Date(2000, month - 1, 1);
  // `new Date` would map the years 0 to 99 to the 20th century.
  date.setFullYear(year, month - 1, day);
  return date;
}
