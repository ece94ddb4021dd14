/** What a copy is called: "Deals copy", "Deals copy 2"; a copy of a copy is one more. */
export function copyName(name: string, taken: readonly string[]): string {
  const original = name.replace(/ copy(?: \d+)?$/, "");
  return freeName(`${original} copy`, taken);
}

/** The name, or with the first number behind it that makes it free. */
export function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number++) {
    if (!taken.includes(`${name} ${number}`)) return `${name} ${number}`;
  }
}
