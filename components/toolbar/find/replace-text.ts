/** The words of a replacement, as a person enters them. */
export interface Replacement {
  readonly find: string;
  readonly replaceWith: string;
  readonly isCaseSensitive: boolean;
  /** True to replace only cells whose whole text is the one to find. */
  readonly isWholeCell: boolean;
}

/** The text with all finds replaced; null if it has none. The replacement is taken literally. */
export function replaceText(text: string, replacement: Replacement): string | null {
  const { find, replaceWith, isCaseSensitive, isWholeCell } = replacement;
  if (find === "") return null;
  const literal = find.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const pattern = new RegExp(isWholeCell ? `^${literal}$` : literal, isCaseSensitive ? "gu" : "giu");
  return pattern.test(text) ? text.replace(pattern, () => replaceWith) : null;
}
