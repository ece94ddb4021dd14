"use client";

import { Menu } from "@base-ui/react/menu";
import { BookOpen, CircleQuestionMark, Keyboard, Sigma, Sparkles } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { requestCommand } from "@/components/commands/request-command";
import { chooseTheme, shownTheme, themeChoices } from "@/components/people/choose-theme";
import type { Theme } from "@/components/people/theme";
import { IconButton } from "@/components/ui/icon-button";
import { MenuChoices, MenuItem, MenuLink, MenuList, MenuSeparator } from "@/components/ui/menu";
import { useIsLive } from "@/components/ui/use-is-live";
import { tableId } from "@/lib/contract/ids";

/** The menu of help once the page is live. */
export function LiveHelpMenu() {
  const isLive = useIsLive();
  const hasKeys = useHasKeys();
  const [theme, setTheme] = useState<Theme>("system");
  return (
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
  );
}

/** True on pages of tables, which have commands. */
function useHasKeys(): boolean {
  const [, place, , table] = usePathname().split("/");
  return place === "database" && tableId.safeParse(table).success;
}
