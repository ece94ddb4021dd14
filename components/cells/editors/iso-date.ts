/** `YYYY-MM-DD` of a day by this machine's own calendar. */
export function toIso(day: Date): string {
  const year = String(day.getFullYear()).padStart(4, "0");
  const month = String(day.getMonth() + 1).padStart(2, "0");
  return `${year}-${month}-${String(day.getDate()).padStart(2, "0")}`;
}

/** The first moment of a day by this machine's own calendar. */
export function fromIso(iso: string): Date {
  const [year, month, day] = iso.split("-").map(Number) as [number, number, number];
  const date = new Date(2000, month - 1, 1);
  // Apart, as `new Date` takes the years before 100 for those of the 20th century.
  date.setFullYear(year, month - 1, day);
  return date;
}
