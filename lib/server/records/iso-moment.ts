/** Converts a UTC timestamp to the form of responses, with all milliseconds; PostgreSQL omits trailing zeros. */
export function isoMoment(text: string): string {
  const zone = text.indexOf("+", 19);
  const fraction = text.slice(20, zone === -1 ? -1 : zone);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, "0")}Z`;
}
