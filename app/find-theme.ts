import { cookies } from "next/headers";
import { type Theme, themeCookie, themeIn } from "@/components/people/theme";

/** The theme that the browser has chosen. */
export async function findTheme(): Promise<Theme> {
  return themeIn((await cookies()).get(themeCookie)?.value);
}
