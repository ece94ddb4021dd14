"use client";

import { ListPlus, Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import type { Field } from "@/lib/contract/fields";
import {
  type Filter,
  type Operator,
  operatorsFor,
  operatorsOfDay,
  operatorsOfViewer,
} from "@/lib/contract/filters";
import {
  changeFilter,
  countConditions,
  type DraftCondition,
  type DraftGroup,
  type DraftPart,
  draftOf,
  type FilterAction,
  type FilterDraft,
  filterOf,
  isFinished,
  isGroup,
  type Join,
  mayAdd,
  mayNest,
} from "./filter-draft";
import { DraggablePart, DropSlot, FilterDrag } from "./filter-drag";
import { OperandField } from "./operand-field";
import { formOf, operatorWords } from "./operators";
import { subjectChoice } from "./subject-choice";
import { comparedBy, fieldSubjects, type Subject } from "./subjects";
import { useSubjects } from "./use-subjects";

export interface FilterFormProps {
  /** The fields that conditions can be about. */
  fields: readonly Field[];
  filter: Filter | null;
  /** Called with each change of the complete conditions. */
  onChange: (filter: Filter | null) => void;
  /** A field to add a condition for. */
  startWith?: string;
  /** Shown while there are no conditions. */
  emptyText?: string;
  /** True for a filter that cannot be about whoever looks. */
  isForAll?: boolean;
  /** True for a filter of a computed field, whose values are the same for everybody on all days. */
  isComputed?: boolean;
  /** True to leave out attributes of records, such as the time of their creation. */
  isOfFields?: boolean;
}

/** Edits a filter. Complete conditions apply at once. */
export function FilterForm(props: FilterFormProps) {
  const { fields, filter, onChange, startWith, isComputed = false, isOfFields = false } = props;
  const isForAll = isComputed || props.isForAll === true;
  const { emptyText = "All records are shown. Add a condition to see fewer." } = props;
  const all = useSubjects(fields);
  const subjects = isOfFields ? fieldSubjects(all) : all;
  const [draft, setDraft] = useState(() => firstDraft(filter, subjects, startWith));
  const list = useRef<HTMLDivElement>(null);
  const newest = useRef(draft.nextKey);
  const [known, setKnown] = useState(filter);
  // Somebody else has changed the filter: an edit of the earlier one would undo that.
  if (known !== filter) {
    setKnown(filter);
    const isOther = !isSame(draftOf(filter), draft) && !isSame(draftOf(filter), draftOf(known));
    if (isOther) setDraft(draftOf(filter));
  }

  // The initial condition may be complete already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once; later edits apply themselves
  useEffect(() => applyIfOther(draft, draftOf(filter)), []);

  function edit(action: FilterAction) {
    const next = changeFilter(draft, action);
    setDraft(next);
    applyIfOther(next, draft);
  }

  function applyIfOther(next: FilterDraft, before: FilterDraft) {
    if (!isSame(next, before)) onChange(filterOf(next));
  }

  // Focuses an added condition.
  useEffect(() => {
    if (draft.nextKey > newest.current) {
      const added = list.current?.querySelector<HTMLElement>(`[data-condition="${draft.nextKey - 1}"]`);
      added?.querySelector<HTMLElement>("button, input")?.focus();
    }
    newest.current = draft.nextKey;
  }, [draft.nextKey]);

  const count = countConditions(draft.root);
  return (
    <div ref={list} className="@container flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pt-1 pb-3">
      {count === 0 && <p className="text-muted">{emptyText}</p>}
      <FilterDrag
        draft={draft}
        nameOf={(part) => nameOf(part, subjects)}
        onMove={(move) => edit({ do: "move", ...move })}
      >
        <GroupRows group={draft.root} depth={1} {...{ draft, subjects, isForAll, isComputed, edit }} />
      </FilterDrag>
      <p role="status" className="text-muted text-xs">
        {hasUnfinished(draft.root) && "A condition applies once you enter a value."}
      </p>
    </div>
  );
}

/** Tests whether the complete conditions of two drafts are the same. */
function isSame(one: FilterDraft, other: FilterDraft): boolean {
  return JSON.stringify(filterOf(one)) === JSON.stringify(filterOf(other));
}

interface PartProps {
  draft: FilterDraft;
  subjects: readonly Subject[];
  isForAll: boolean;
  isComputed: boolean;
  edit: (action: FilterAction) => void;
}

function GroupRows({ group, depth, ...rest }: PartProps & { group: DraftGroup; depth: number }) {
  const { draft, subjects, edit } = rest;
  const [first] = subjects;
  return (
    <>
      {group.parts.length > 0 && (
        <ul className="flex flex-col gap-2">
          {group.parts.map((part, index) => (
            <DraggablePart
              key={part.key}
              part={part}
              name={nameOf(part, subjects)}
              place={{ to: group.key, index }}
              className="flex items-start gap-1.5 @max-lg:flex-col @max-lg:items-stretch"
            >
              {(handle) => (
                <>
                  <div className="flex items-center">
                    {handle}
                    <JoinField group={group} index={index} edit={edit} />
                  </div>
                  {isGroup(part) ? (
                    <fieldset className="flex min-w-0 flex-1 flex-col gap-2 rounded-md border border-border bg-background p-2">
                      <legend className="sr-only">Group of conditions</legend>
                      <GroupRows group={part} depth={depth + 1} {...rest} />
                    </fieldset>
                  ) : (
                    <ConditionRow condition={part} {...rest} />
                  )}
                </>
              )}
            </DraggablePart>
          ))}
        </ul>
      )}
      <div className="relative flex flex-wrap gap-1">
        <DropSlot to={group.key} index={group.parts.length} />
        {first && mayAdd(draft) && (
          <>
            <Button look="quiet" onClick={() => edit({ do: "add", to: group.key, subject: first })}>
              <Plus aria-hidden className="size-4" />
              Add condition
            </Button>
            {mayNest(depth) && (
              <Button look="quiet" onClick={() => edit({ do: "nest", to: group.key, subject: first })}>
                <ListPlus aria-hidden className="size-4" />
                Add group
              </Button>
            )}
          </>
        )}
      </div>
    </>
  );
}

const joinChoices = [
  { value: "and", label: "and" },
  { value: "or", label: "or" },
];

/** "Where" before the first part, then the conjunction, which all parts of a group share. */
function JoinField({ group, index, edit }: Pick<PartProps, "edit"> & { group: DraftGroup; index: number }) {
  if (index === 1) {
    return (
      <SelectField
        label="Join conditions with"
        hideLabel
        value={group.join}
        choices={joinChoices}
        onChange={(join) => edit({ do: "join", key: group.key, join: join as Join })}
        className="w-18 shrink-0"
      />
    );
  }
  return (
    <span className="flex w-18 shrink-0 items-center px-2.5 text-muted @max-lg:basis-full @lg:h-8">
      {index === 0 ? "Where" : group.join}
    </span>
  );
}

function ConditionRow({
  condition,
  subjects,
  isForAll,
  isComputed,
  edit,
}: PartProps & { condition: DraftCondition }) {
  const { key, field, operator, operand } = condition;
  const subject = subjectOf(condition, subjects);
  return (
    <fieldset
      data-condition={key}
      className="flex min-w-0 flex-1 flex-wrap items-start gap-1.5 @lg:flex-nowrap"
    >
      <legend className="sr-only">{nameOf(condition, subjects)}</legend>
      <SelectField
        label="Field"
        hideLabel
        value={field}
        choices={subjects.map(subjectChoice)}
        onChange={(id) => {
          const to = subjects.find((each) => each.id === id);
          if (to) edit({ do: "aim", key, from: subject, to });
        }}
        placeholder={field}
        className="w-[calc(50%-0.2rem)] @lg:w-40"
      />
      {subject && (
        <>
          <SelectField
            label="Operator"
            hideLabel
            value={operator}
            choices={operatorsFor(subject.kind, subject.items?.kind)
              .filter((each) => !(isForAll && operatorsOfViewer.has(each)))
              .filter((each) => !(isComputed && operatorsOfDay.has(each)))
              .map((each) => ({ value: each, label: operatorWords(each, comparedBy(each, subject).kind) }))}
            onChange={(next) => edit({ do: "ask", key, subject, operator: next as Operator })}
            className="w-[calc(50%-0.2rem)] @lg:w-36"
          />
          <div className="min-w-0 flex-1 @lg:min-w-38 @max-lg:basis-[calc(100%-2.5rem)]">
            <OperandField
              key={`${field} ${comparedBy(operator, subject).kind} ${formOf(operator, subject.kind)}`}
              subject={comparedBy(operator, subject)}
              isComputed={isComputed}
              operator={operator}
              operand={operand}
              onChange={(next) => edit({ do: "compare", key, operand: next })}
            />
          </div>
        </>
      )}
      <IconButton
        icon={X}
        label={`Remove condition on ${subject?.name ?? field}`}
        onClick={() => edit({ do: "remove", key })}
      />
    </fieldset>
  );
}

function subjectOf({ field }: DraftCondition, subjects: readonly Subject[]): Subject | undefined {
  return subjects.find(({ id }) => id === field);
}

function nameOf(part: DraftPart, subjects: readonly Subject[]): string {
  if (isGroup(part)) return "Group of conditions";
  return `Condition on ${subjectOf(part, subjects)?.name ?? part.field}`;
}

function firstDraft(
  filter: Filter | null,
  subjects: readonly Subject[],
  startWith: string | undefined,
): FilterDraft {
  const draft = draftOf(filter);
  const subject = subjects.find(({ id }) => id === startWith);
  return subject ? changeFilter(draft, { do: "add", to: draft.root.key, subject }) : draft;
}

function hasUnfinished(group: DraftGroup): boolean {
  return group.parts.some((part) => (isGroup(part) ? hasUnfinished(part) : !isFinished(part)));
}
