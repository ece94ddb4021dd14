let own: string | undefined;

/** The text of the last copy that this tab has made: not every clipboard keeps what else says whose it is. */
export function setOwnText(text: string): void {
  own = withLines(text);
}

export function isOwnText(text: string): boolean {
  return own !== undefined && withLines(text) === own;
}

/** Some systems give line breaks back as two characters. */
export function withLines(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
