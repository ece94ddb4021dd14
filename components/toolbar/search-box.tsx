"use client";

import { Toolbar } from "@base-ui/react/toolbar";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, Library, Replace, SearchIcon, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { isOfComposition } from "@/components/commands/is-of-composition";
import { replaceWanted } from "@/components/commands/open-search";
import { countQuery, type RecordListing } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { useMay } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { onDemand } from "@/components/ui/on-demand";
import { useStable } from "@/components/ui/use-stable";
import { markFound } from "./find/mark-found";
import { takeSearch } from "./find/pending-search";
import { useReplaceableFields } from "./find/replaceable-fields";
import { noSearch, type Search, stepTo } from "./search";
import { ToolbarButton } from "./toolbar-button";
import { useSearchKey } from "./use-search-key";

const ReplaceDialog = onDemand(async () => (await import("./find/replace-dialog")).ReplaceDialog);
const SearchTables = onDemand(async () => (await import("./find/search-tables")).SearchTables);

interface SearchBoxProps {
  /** The listing that the grid shows, which lags behind the typing. */
  readonly listing: RecordListing;
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

/** Searches all rows of the view, including those not loaded. */
export function SearchBox({ listing, search, onSearch }: SearchBoxProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const { table } = useOpenTable();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The element that was focused before; undefined if it should not get the focus back. */
  const opener = useRef<Element | null>(undefined);

  function open() {
    if (!isOpen) opener.current = document.activeElement;
    setIsOpen(true);
    input.current?.select();
  }
  function close() {
    // The grid focuses the hit.
    if (search.hit !== null) opener.current = null;
    setIsOpen(false);
    onSearch(noSearch);
  }
  useSearchKey(open);
  useReplaceCommand(() => setReplacing(true));
  useEffect(() => markFound(search.text), [search.text]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    const text = takeSearch(table.id);
    if (text === null) return;
    onSearch({ text, hit: null });
    setIsOpen(true);
  }, [table.id]);

  useEffect(() => {
    if (isOpen || opener.current === undefined) return;
    const isConnected = opener.current instanceof HTMLElement && opener.current.isConnected;
    (isConnected ? (opener.current as HTMLElement) : button.current)?.focus();
    opener.current = undefined;
  }, [isOpen]);

  return (
    <>
      {isOpen ? (
        <OpenSearch {...{ listing, search, onSearch, close, input }} onReplace={() => setReplacing(true)} />
      ) : (
        <ToolbarButton ref={button} icon={SearchIcon} label="Search" rank={1} onClick={open} />
      )}
      {isReplacing && (
        <ReplaceDialog listing={listing} find={search.text} onClose={() => setReplacing(false)} />
      )}
    </>
  );
}

interface OpenSearchProps extends SearchBoxProps {
  close: () => void;
  onReplace: () => void;
  input: RefObject<HTMLInputElement | null>;
}

function OpenSearch({ listing, search, onSearch, close, onReplace, input }: OpenSearchProps) {
  const [isInTables, setInTables] = useState(false);
  const hasOtherTables = useOpenTable().tables.length > 1;
  const isReplaceable = useReplaceableFields().length > 0;
  const mayReplace = useMay("update-records") && isReplaceable;
  const [text, setText] = useState(search.text);
  useEffect(() => input.current?.focus(), [input]);
  const isSettled = text === search.text && listing.search === search.text;
  const { data: hits } = useQuery({ ...countQuery(listing), enabled: search.text !== "" });

  // Debounces typing.
  useEffect(() => {
    if (text === search.text) return;
    const timer = setTimeout(() => onSearch({ text, hit: null }), pause);
    return () => clearTimeout(timer);
  }, [text, search.text, onSearch]);

  /** A step requested before the hits were loaded. */
  const pendingStep = useRef<1 | -1 | null>(null);
  function step(by: 1 | -1) {
    if (isSettled && hits !== undefined) return onSearch({ ...search, hit: stepTo(search, by, hits) });
    pendingStep.current = by;
    if (text !== search.text) onSearch({ text, hit: null });
  }
  useEffect(() => {
    if (pendingStep.current === null || !isSettled || hits === undefined) return;
    onSearch({ ...search, hit: stepTo(search, pendingStep.current, hits) });
    pendingStep.current = null;
  }, [isSettled, hits, search, onSearch]);

  function onKeyDown(event: KeyboardEvent) {
    if (isOfComposition(event.nativeEvent)) return;
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  }

  const words = text === "" ? "" : isSettled && hits !== undefined ? hitsText(search, hits) : "Searching…";
  return (
    <search className="flex h-8 w-84 shrink-0 items-center gap-0.5 rounded-md border border-border-strong bg-surface pl-2 focus-within:outline-2 focus-within:outline-focus fit-over:absolute fit-over:inset-x-1.5 fit-over:z-10 fit-over:w-auto">
      <SearchIcon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />
      <Toolbar.Input
        ref={input}
        type="search"
        aria-label="Search all records"
        placeholder="Search all records"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          pendingStep.current = null;
          setText(event.target.value);
        }}
        onKeyDown={onKeyDown}
        className="h-full w-12 min-w-12 flex-1 bg-transparent px-1.5 outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      <span role="status" className="shrink-0 px-1 text-muted text-xs tabular-nums">
        {words}
      </span>
      <IconButton
        icon={ChevronUp}
        label="Previous result"
        disabled={!hits}
        onClick={() => step(-1)}
        className="size-7"
      />
      <IconButton
        icon={ChevronDown}
        label="Next result"
        disabled={!hits}
        onClick={() => step(1)}
        className="size-7"
      />
      {mayReplace && (
        <IconButton icon={Replace} label="Find and replace" onClick={onReplace} className="size-7" />
      )}
      {hasOtherTables && (
        <IconButton
          icon={Library}
          label="Search all tables"
          disabled={text.trim() === ""}
          onClick={() => setInTables(true)}
          className="size-7"
        />
      )}
      {isInTables && <SearchTables search={text.trim()} onClose={() => setInTables(false)} />}
      <IconButton icon={X} label="Close search" onClick={close} className="size-7" />
    </search>
  );
}

const pause = 200;

function hitsText({ hit }: Search, hits: number): string {
  if (hits === 0) return "No results";
  const all = hits.toLocaleString("en");
  if (hit !== null) return `${(hit + 1).toLocaleString("en")} of ${all}`;
  return hits === 1 ? "1 result" : `${all} results`;
}

/** Calls `open` for the command to find and replace. */
function useReplaceCommand(open: () => void): void {
  const onCommand = useStable((event: Event) => {
    event.preventDefault();
    open();
  });
  useEffect(() => {
    window.addEventListener(replaceWanted, onCommand);
    return () => window.removeEventListener(replaceWanted, onCommand);
  }, [onCommand]);
}
