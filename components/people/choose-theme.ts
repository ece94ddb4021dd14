import { setCookie } from "@/components/ui/set-cookie";
import { barColors, type Theme, themeCookie, themeIn } from "./theme";

export const themeChoices: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: "system", label: "Same as the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The theme that the page shows. */
export function shownTheme(): Theme {
  return themeIn(document.documentElement.dataset.theme);
}

/** Shows a theme at once, and in this browser from now on. */
export function chooseTheme(theme: Theme): void {
  setCookie(themeCookie, theme === "system" ? null : theme);
  show(theme);
}

function show(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  for (const bar of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const ofSystem = bar.media.includes("dark") ? "dark" : "light";
    bar.content = barColors[theme === "system" ? ofSystem : theme];
  }
}
