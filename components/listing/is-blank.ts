/** Whether a cell holds nothing; false is the value of a checkbox. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}
