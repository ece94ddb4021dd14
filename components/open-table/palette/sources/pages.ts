import {
  BookOpen,
  Database,
  FunctionSquare,
  KeyRound,
  type LucideIcon,
  ScrollText,
  Sparkles,
  Trash2,
  UserRound,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Action } from "@/lib/contract/actions";
import type { PaletteSource } from "./source";

interface Page {
  readonly label: string;
  readonly path: string;
  readonly icon: LucideIcon;
  readonly needs: Action;
  /** The menu that has it, too. */
  readonly detail?: string;
}

const sitePages: readonly Page[] = [
  { label: "All databases", path: "/", icon: Database, needs: "read" },
  { label: "Account", path: "/settings/account", icon: UserRound, needs: "read-account" },
  { label: "People", path: "/settings/people", icon: UsersRound, needs: "manage-people" },
  { label: "API keys", path: "/settings/keys", icon: KeyRound, needs: "manage-keys" },
  { label: "Audit log", path: "/settings/audit", icon: ScrollText, needs: "read-audit" },
  { label: "Trash of databases", path: "/trash", icon: Trash2, needs: "read" },
  { label: "API reference", path: "/docs", icon: BookOpen, needs: "read", detail: "Help" },
  { label: "Formula reference", path: "/docs/formulas", icon: FunctionSquare, needs: "read", detail: "Help" },
  { label: "What’s new", path: "/docs/changes", icon: Sparkles, needs: "read", detail: "Help" },
];

const databasePages: readonly Page[] = [
  { label: "Trash", path: "/trash", icon: Trash2, needs: "read-trash" },
  { label: "Webhooks", path: "/webhooks", icon: Webhook, needs: "manage-webhooks" },
];

/** Settings and other pages that the person may open. */
export const pageEntries: PaletteSource = ({ databaseId, may, go }) => {
  const own = databaseId === null ? [] : databasePages;
  const pages = [
    ...own.map((page) => ({ ...page, path: `/database/${databaseId}${page.path}` })),
    ...sitePages,
  ];
  return pages
    .filter(({ needs }) => may(needs))
    .map(({ label, path, icon, detail }) => ({
      id: `page:${path}`,
      kind: "Pages",
      label,
      ...(detail !== undefined && { detail }),
      icon,
      isHidden: databaseId !== null,
      open: () => go(path),
    }));
};
