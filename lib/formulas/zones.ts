/** True for an IANA time zone such as Europe/Berlin. */
export function isTimeZone(name: string): boolean {
  // Refuses offsets, which ignore daylight saving time.
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,60}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
