/** The cookie of the theme that a browser shows; without it, that of the system. */
export const themeCookie = "rowhouse_theme";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Reads the theme of a cookie. */
export function themeIn(cookie: string | undefined): Theme {
  return themes.find((theme) => theme === cookie) ?? "system";
}

/** The colours of the browser's own bars, as of the page's background. */
export const barColors = { light: "#fafaf8", dark: "#121413" };
