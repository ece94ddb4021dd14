"use client";

import { Menu as Base } from "@base-ui/react/menu";
import { Check, ChevronRight, type LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { PageLink } from "./page-link";
import { onPlainClick } from "./plain-click";
import { usePortalPlace } from "./use-portal-place";

interface MenuListProps {
  children: ReactNode;
  align?: "start" | "end";
  /** The accessible name, for a menu without a trigger. */
  label?: string;
  /** The element to open beside, for a menu without a trigger. */
  anchor?: ComponentProps<typeof Base.Positioner>["anchor"];
  finalFocus?: ComponentProps<typeof Base.Popup>["finalFocus"];
}

/** The popup of a menu; place it in Base UI's `Menu.Root`, beside the trigger. */
export function MenuList({ children, align = "start", label, anchor, finalFocus }: MenuListProps) {
  return (
    <Base.Portal container={usePortalPlace()}>
      <Base.Positioner
        className="z-50 outline-none"
        sideOffset={4}
        align={align}
        anchor={anchor}
        collisionPadding={8}
      >
        <Base.Popup
          aria-label={label}
          finalFocus={finalFocus}
          className="max-h-(--available-height) min-w-48 max-w-[min(20rem,calc(100vw-1rem))] overflow-y-auto rounded-lg bg-raised p-1 shadow-raised outline-none"
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  children: ReactNode;
  onClick: () => void;
  look?: "plain" | "danger";
  disabled?: boolean;
  /** The reason why it is disabled, shown below the label. */
  whyOff?: string | undefined;
  /** Keeps the menu open after a click, for repeated actions. */
  staysOpen?: boolean;
  /** The keyboard shortcut to show. */
  keys?: string | undefined;
}

export function MenuItem(props: MenuItemProps) {
  const { icon: Icon, children, onClick, look = "plain", disabled, whyOff, staysOpen, keys } = props;
  return (
    <Base.Item
      onClick={onClick}
      disabled={disabled || whyOff !== undefined}
      closeOnClick={!staysOpen}
      className={`${itemLook} ${look === "danger" ? "text-danger" : ""}`}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 opacity-75" strokeWidth={1.75} />}
      <span className="min-w-0 flex-1">
        <span className="block truncate">{children}</span>
        {whyOff && <span className="block max-w-64 pb-1 text-xs">{whyOff}</span>}
      </span>
      {keys && (
        <span aria-hidden className="shrink-0 ps-4 text-muted text-xs">
          {keys}
        </span>
      )}
    </Base.Item>
  );
}

interface MenuDownloadProps {
  readonly icon?: LucideIcon;
  readonly href: string;
  /** Downloads the file after a plain click; the browser does so after others. */
  readonly onDownload: (href: string) => void;
  readonly children: ReactNode;
}

/** A menu item that downloads a file. */
export function MenuDownload({ icon: Icon, href, onDownload, children }: MenuDownloadProps) {
  return (
    <Base.LinkItem
      href={href}
      download
      closeOnClick
      onClick={onPlainClick(() => onDownload(href))}
      className={itemLook}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 opacity-75" strokeWidth={1.75} />}
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Base.LinkItem>
  );
}

interface MenuLinkProps {
  readonly icon: LucideIcon;
  readonly href: string;
  readonly children: ReactNode;
}

/** A menu item that leads to another page. */
export function MenuLink({ icon: Icon, href, children }: MenuLinkProps) {
  return (
    <Base.LinkItem closeOnClick render={<PageLink href={href} />} className={itemLook}>
      <Icon aria-hidden className="size-4 shrink-0 opacity-75" strokeWidth={1.75} />
      <span className="min-w-0 flex-1 truncate">{children}</span>
    </Base.LinkItem>
  );
}

interface SubmenuProps {
  readonly icon: LucideIcon;
  readonly label: string;
  /** The items of the submenu. */
  readonly children: ReactNode;
}

/** A menu item that opens another menu beside it. */
export function Submenu({ icon: Icon, label, children }: SubmenuProps) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={`${itemLook} data-popup-open:bg-accent-soft`}>
        <Icon aria-hidden className="size-4 shrink-0 opacity-75" strokeWidth={1.75} />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 opacity-75 rtl:-scale-x-100" />
      </Base.SubmenuTrigger>
      <MenuList>{children}</MenuList>
    </Base.SubmenuRoot>
  );
}

interface MenuChoicesProps<Value> {
  label: string;
  /** Shows the label above the choices. */
  isLabelShown?: boolean;
  value: Value;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange: (value: Value) => void;
}

/** A group of radio items. */
export function MenuChoices<Value>(props: MenuChoicesProps<Value>) {
  const { label, isLabelShown, value, choices, onChange } = props;
  return (
    <Base.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)} aria-label={label}>
      {isLabelShown && (
        <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-muted text-xs">
          {label}
        </div>
      )}
      {choices.map((choice) => (
        <Base.RadioItem key={choice.label} value={choice.value} closeOnClick className={itemLook}>
          {choice.icon}
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          <Base.RadioItemIndicator className="flex">
            <Check aria-hidden className="size-3.5 text-accent" />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

export function MenuSeparator() {
  return <Base.Separator className="my-1 h-px bg-border" />;
}

const itemLook =
  "flex min-h-8 cursor-default items-center gap-2 rounded-md px-2 text-dense outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent-soft";
