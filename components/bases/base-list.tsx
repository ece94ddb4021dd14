"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import * as z from "zod";
import { Button } from "@/components/ui/button";
import { controlLook } from "@/components/ui/control";
import { SelectField } from "@/components/ui/select-field";
import { type StoredState, useStoredState } from "@/components/ui/stored-state";
import { useIsLive } from "@/components/ui/use-is-live";
import { BaseCard } from "./base-card";
import { BaseDialog, type DialogState } from "./base-dialog";
import { type BaseOrder, baseOrders, findBases, type ListedBase } from "./listed-base";
import { neighbourOf } from "./neighbour-of";

interface BaseListProps {
  bases: readonly ListedBase[];
  /** The server's time when it rendered the page, in ms since 1970; "5 minutes ago" counts back from it. */
  now: number;
}

/** Number of databases shown until more are wanted: a thousand cards take seconds to render. */
const shownAtFirst = 60;

/** The databases as cards, with a search over their names and those of their tables. */
export function BaseList({ bases, now }: BaseListProps) {
  const [search, setSearch] = useState("");
  const [order, setOrder] = useStoredState(storedOrder);
  const [dialog, setDialog] = useState<DialogState | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  const [isWhole, setWhole] = useState(false);
  const found = findBases(bases, { search, order });
  const shown = isWhole ? found : found.slice(0, shownAtFirst);

  /** The focus goes on to the first database that was not shown, because the button disappears. */
  function showAll(): void {
    flushSync(() => setWhole(true));
    linksIn()[shownAtFirst]?.focus();
  }
  function linksIn(): HTMLElement[] {
    return [...(listRef.current?.querySelectorAll<HTMLElement>("[data-base]") ?? [])];
  }
  function onSearchKey(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    const [first] = linksIn();
    if (event.key === "ArrowDown") first?.focus();
    else if (event.key === "Enter") first?.click();
    else if (event.key === "Escape" && search !== "") setSearch("");
    else return;
    event.preventDefault();
  }
  function onListKey(event: KeyboardEvent): void {
    const links = linksIn();
    const to = neighbourOf(links, event.target as HTMLElement, event.key);
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField value={search} onChange={setSearch} onKeyDown={onSearchKey} />
        <SelectField
          label="Sort by"
          hideLabel
          className="w-36"
          value={order}
          choices={[
            { value: "recent", label: "Last updated" },
            { value: "name", label: "Name" },
          ]}
          onChange={(next) => setOrder(next as BaseOrder)}
        />
      </div>
      <p role="status" className="sr-only">
        {search.trim() !== "" && (found.length === 1 ? "1 database" : `${found.length} databases`)}
      </p>
      {found.length === 0 ? (
        <div className="flex flex-col items-center gap-3 rounded-xl border border-border border-dashed px-4 py-12 text-center text-muted text-sm">
          <p className="max-w-full truncate">{`No databases or tables match “${search.trim()}”.`}</p>
          <Button onClick={() => setSearch("")}>Clear search</Button>
        </div>
      ) : (
        <ul
          ref={listRef}
          aria-label="Databases"
          onKeyDown={onListKey}
          className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3"
        >
          {shown.map((base) => (
            <BaseCard key={base.id} base={base} now={now} onOpenDialog={setDialog} />
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <Button className="self-center" onClick={showAll}>{`Show all ${found.length} databases`}</Button>
      )}
      {dialog && <BaseDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The search input. "/" focuses it, except while typing elsewhere or in a dialog or menu. */
function SearchField({ value, onChange, onKeyDown }: SearchFieldProps) {
  const isLive = useIsLive();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = (event.target as Element).closest(
        "input, textarea, select, [role=dialog], [role=menu]",
      );
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return;
      event.preventDefault();
      ref.current?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <div className="relative min-w-40 flex-1 sm:max-w-sm">
      <Search
        aria-hidden
        className="pointer-events-none absolute start-2.5 top-2 size-4 text-muted"
        strokeWidth={1.75}
      />
      <input
        ref={ref}
        type="search"
        aria-label="Search databases and tables"
        aria-keyshortcuts="/"
        placeholder="Search"
        autoComplete="off"
        disabled={!isLive}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={`${controlLook} peer ps-8.5! pe-8! [&::-webkit-search-cancel-button]:hidden`}
      />
      <kbd
        aria-hidden
        className="pointer-events-none absolute end-2 top-1.5 rounded border border-border px-1.5 font-sans text-muted text-xs peer-focus:hidden pointer-coarse:hidden"
      >
        /
      </kbd>
    </div>
  );
}

const storedOrder: StoredState<BaseOrder> = {
  name: "order-of-databases",
  shape: z.enum(baseOrders),
  fallback: "recent",
};
