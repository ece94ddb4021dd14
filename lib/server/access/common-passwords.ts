import { dictionary } from "@zxcvbn-ts/language-common";

let known: ReadonlySet<string> | undefined;

/** True for one of the 30,000 most common passwords, by the list of zxcvbn. */
export function isCommonPassword(password: string): boolean {
  known ??= new Set(dictionary.passwords.map(String));
  return known.has(password.toLowerCase());
}
