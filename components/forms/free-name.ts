/** The name of a copy: "Deals copy", then "Deals copy 2", also for a copy of a copy. */
export function copyName(name: string, taken: readonly string[]): string {
  const original = name.replace(/ copy(?: \d+)?$/, "");
  return freeName(`${original} copy`, taken);
}

/** The name, with the first number appended that makes it unique if it is taken. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) {
    if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`;
  }
}
