/** True for an empty cell. A checkbox's false is a value. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
