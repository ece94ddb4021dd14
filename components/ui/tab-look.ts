/** The classes of a tab above its panel. */
export const tabLook =
  "-mb-px h-9 border-transparent border-b-2 text-muted hover:text-text aria-selected:border-accent aria-selected:text-text";
