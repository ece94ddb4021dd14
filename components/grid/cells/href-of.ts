/** Where a link leads: an address of a scheme that may be followed as it is, anything else is mail. */
export function hrefOf(text: string): string {
  return /^(https?|mailto|tel):/i.test(text) ? text : `mailto:${text}`;
}
