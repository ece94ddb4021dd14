/** Returns the usage text for `--help`, else undefined. Throws for invalid arguments. */
export function checkArguments(name: string, given: readonly string[]): string | undefined;
