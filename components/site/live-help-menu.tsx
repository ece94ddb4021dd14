"use client";

import { Menu } from "@base-ui/react/menu";
import { BookOpen, CircleQuestionMark, Keyboard, Sigma, Sparkles, SunMoon } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { requestCommand } from "@/components/commands/request-command";
import type { PaletteEntry } from "@/components/open-table/palette/entry";
import { useOfferEntries } from "@/components/open-table/palette/offered-entries";
import { chooseTheme, shownTheme, themeChoices } from "@/components/people/choose-theme";
import type { Theme } from "@/components/people/theme";
import { nobody, usePersonId } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { MenuChoices, MenuItem, MenuLink, MenuList, MenuSeparator } from "@/components/ui/menu";
import { useIsLive } from "@/components/ui/use-is-live";
import { tableId } from "@/lib/contract/ids";
import { OfferSignOut } from "./offer-sign-out";

/** The menu of help once the page is live. */
export function LiveHelpMenu() {
  const isLive = useIsLive();
  const hasKeys = useHasKeys();
  const [theme, setTheme] = useState<Theme>("system");
  const isSignedIn = usePersonId() !== nobody;
  useOfferEntries(themeEntries);
  return (
    <>
      {isSignedIn && <OfferSignOut />}
      <Menu.Root modal={false} onOpenChange={(isOpen) => isOpen && setTheme(shownTheme())}>
        <Menu.Trigger disabled={!isLive} render={<IconButton icon={CircleQuestionMark} label="Help" />} />
        <MenuList align="end">
          {hasKeys && (
            <MenuItem icon={Keyboard} onClick={() => requestCommand({ do: "keys" })}>
              Keyboard shortcuts
            </MenuItem>
          )}
          <MenuLink icon={Sigma} href="/docs/formulas">
            Formulas
          </MenuLink>
          <MenuLink icon={BookOpen} href="/docs">
            API reference
          </MenuLink>
          <MenuLink icon={Sparkles} href="/docs/changes">
            What’s new
          </MenuLink>
          <MenuSeparator />
          <MenuChoices
            label="Theme in this browser"
            isLabelShown
            value={theme}
            choices={themeChoices}
            onChange={chooseTheme}
          />
        </MenuList>
      </Menu.Root>
    </>
  );
}

const themeEntries = themeChoices.map(
  ({ value, label }): PaletteEntry => ({
    id: `theme:${value}`,
    kind: "Actions",
    label: `Theme: ${label}`,
    icon: SunMoon,
    isHidden: true,
    open: () => chooseTheme(value),
  }),
);

/** True on pages of tables, which have commands. */
function useHasKeys(): boolean {
  const [, place, , table] = usePathname().split("/");
  return place === "database" && tableId.safeParse(table).success;
}
