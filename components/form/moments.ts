/** A moment as the text of a `datetime-local` input: local time to the minute; empty for none. */
export function localOf(iso: string | null): string {
  if (iso === null) return "";
  const moment = new Date(iso);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The moment that a `datetime-local` input names; null if it is empty. */
export function isoOf(local: string): string | null {
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}
