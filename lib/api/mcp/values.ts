/** True if a value of JSON holds more values than `max`, itself and objects and lists included. */
export function holdsMoreValues(value: unknown, max: number): boolean {
  const open = [value];
  for (let count = 1; open.length > 0; count++) {
    if (count + open.length - 1 > max) return true;
    const next = open.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const each of Object.values(next)) open.push(each);
  }
  return false;
}
