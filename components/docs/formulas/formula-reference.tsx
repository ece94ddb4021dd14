"use client";

import { type ReactNode, useState } from "react";
import { Brand } from "@/components/ui/brand";
import { PageLink } from "@/components/ui/page-link";
import { TextField } from "@/components/ui/text-field";
import type { DocumentedGroup } from "./documented-functions";
import { findFunctions } from "./find-functions";
import { FunctionGroup, groupId } from "./function-group";

interface FormulaReferenceProps {
  groups: readonly DocumentedGroup[];
  /** Titles and anchors of the sections about the language. */
  sections: readonly { readonly id: string; readonly title: string }[];
  /** The sections about the language, which a search hides. */
  children: ReactNode;
}

/** The reference of formulas: the rules of the language, and all functions with a search. */
export function FormulaReference({ groups, sections, children }: FormulaReferenceProps) {
  const [search, setSearch] = useState("");
  const isSearching = search.trim() !== "";
  const shown = isSearching ? findFunctions(groups, search) : groups;
  const count = shown.reduce((sum, { functions }) => sum + functions.length, 0);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-3 border-border border-b bg-surface px-4 print:static">
        <PageLink href="/" className="flex rounded">
          <Brand />
        </PageLink>
        <h1 className="min-w-0 truncate border-border border-l pl-3 text-muted text-sm">Formulas</h1>
        <PageLink href="/docs" className="ml-auto shrink-0 rounded text-accent underline print:hidden">
          API reference
        </PageLink>
      </header>
      <div className="mx-auto flex w-full max-w-[72rem] flex-1 flex-col lg:flex-row">
        <nav
          aria-label="Contents"
          className="sticky top-12 hidden h-[calc(100dvh-3rem)] w-60 shrink-0 overflow-y-auto border-border border-r p-3 lg:block print:hidden"
        >
          <Contents groups={groups} sections={sections} />
        </nav>
        <details className="border-border border-b px-4 py-2 lg:hidden print:hidden">
          <summary className="cursor-pointer rounded py-1 font-medium">Contents</summary>
          <nav aria-label="Contents">
            <Contents groups={groups} sections={sections} />
          </nav>
        </details>
        <main className="flex min-w-0 flex-1 flex-col gap-8 px-4 py-6 sm:px-8">
          <search className="flex flex-col gap-1 print:hidden">
            <TextField
              label="Find a function"
              type="search"
              value={search}
              onChange={setSearch}
              placeholder="round, days, replace…"
              className="max-w-md"
            />
            <p role="status" className="min-h-5 text-muted">
              {isSearching && (count === 1 ? "1 function" : `${count} functions`)}
            </p>
          </search>
          <div hidden={isSearching} className="flex flex-col gap-8">
            {children}
          </div>
          {shown.map((group) => (
            <FunctionGroup key={group.title} group={group} />
          ))}
        </main>
      </div>
    </div>
  );
}

/** Links to the sections and groups. */
function Contents({ groups, sections }: Pick<FormulaReferenceProps, "groups" | "sections">) {
  return (
    <ul className="flex flex-col gap-4 pb-8">
      <li>
        <ul>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`} className={`${link} font-medium`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </li>
      {groups.map(({ title, functions }) => (
        <li key={title}>
          <a href={`#${groupId(title)}`} className={`${link} font-medium`}>
            {title}
          </a>
          <ul>
            {functions.map(({ name }) => (
              <li key={name}>
                <a href={`#${name}`} className={`${link} font-mono text-muted text-xs hover:text-text`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

const link = "flex min-h-7 min-w-0 items-center rounded-md px-2 -outline-offset-2 hover:bg-hover";
