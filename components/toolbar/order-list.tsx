"use client";

import { Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import { SortableList } from "@/components/ui/sortable-list";
import type { Direction } from "@/lib/contract/direction";
import { directionWords, freeSubjects, type Order } from "./orders";
import { subjectChoice } from "./subject-choice";
import type { Subject } from "./subjects";

interface OrderListProps {
  label: string;
  orders: readonly Order[];
  /** The fields to choose from. */
  subjects: readonly Subject[];
  /** Picks the field of a new order among the free ones. If omitted, the person chooses it from a list. */
  likeliest?: (free: readonly Subject[]) => Subject | undefined;
  max: number;
  words: { add: string; none: string };
  onChange: (orders: Order[]) => void;
}

/** Edits a list of sorts or groups, each with a field and a direction, in order of precedence. */
export function OrderList(props: OrderListProps) {
  const { label, orders, subjects, likeliest, max, words, onChange } = props;
  const free = orders.length < max ? freeSubjects(subjects, orders) : [];
  const likely = likeliest?.(free);
  const [isChoosing, setChoosing] = useState(orders.length === 0 && !likeliest);
  const addButton = useRef<HTMLButtonElement>(null);

  function add(subject: Subject) {
    // Renders at once, because the list that has the focus disappears.
    flushSync(() => {
      setChoosing(false);
      onChange([...orders, { fieldId: subject.id, direction: "asc" }]);
    });
    addButton.current?.focus();
  }

  const rows = orders.map((order) => {
    const subject = subjects.find(({ id }) => id === order.fieldId);
    return { id: order.fieldId, name: subject?.name ?? order.fieldId, order, subject };
  });
  return (
    <div className="flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pt-1 pb-3">
      {rows.length === 0 && <p className="text-muted">{words.none}</p>}
      <SortableList
        label={label}
        items={rows}
        onSort={(sorted) => onChange(sorted.map(({ order }) => order))}
        className="gap-1"
      >
        {({ order, subject }, index) => (
          <OrderRow
            number={index + 1}
            order={order}
            subject={subject}
            choices={freeSubjects(subjects, orders, order.fieldId)}
            onChange={(changed) => onChange(orders.with(index, changed))}
            onRemove={() => onChange(orders.toSpliced(index, 1))}
          />
        )}
      </SortableList>
      {free.length > 0 && isChoosing && (
        <SubjectList label={words.add} subjects={free} hasFocus={orders.length > 0} onChoose={add} />
      )}
      {free.length > 0 && !isChoosing && (
        <Button
          ref={addButton}
          look="quiet"
          className="self-start"
          onClick={() => (likely ? add(likely) : setChoosing(true))}
        >
          <Plus aria-hidden className="size-4" />
          {words.add}
        </Button>
      )}
    </div>
  );
}

interface SubjectListProps {
  label: string;
  subjects: readonly Subject[];
  /** Focuses the first, for a list that replaces the button. */
  hasFocus: boolean;
  onChoose: (subject: Subject) => void;
}

function SubjectList({ label, subjects, hasFocus, onChoose }: SubjectListProps) {
  return (
    <ul aria-label={label} className="-mx-1 flex flex-col">
      {subjects.map((subject, index) => (
        <li key={subject.id} className="flex">
          <Button
            look="quiet"
            autoFocus={hasFocus && index === 0}
            className="min-w-0 flex-1 justify-start"
            onClick={() => onChoose(subject)}
          >
            {subjectChoice(subject).icon}
            <span className="truncate">{subject.name}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface OrderRowProps {
  number: number;
  order: Order;
  subject: Subject | undefined;
  choices: readonly Subject[];
  onChange: (order: Order) => void;
  onRemove: () => void;
}

function OrderRow({ number, order, subject, choices, onChange, onRemove }: OrderRowProps) {
  const [ascending, descending] = directionWords(subject ?? { kind: "id" });
  return (
    <fieldset className="flex min-w-0 flex-1 items-start gap-1">
      <legend className="sr-only">{`Order ${number}`}</legend>
      <SelectField
        label="Field"
        hideLabel
        value={order.fieldId}
        choices={choices.map(subjectChoice)}
        onChange={(fieldId) => onChange({ ...order, fieldId })}
        className="flex-1"
      />
      <SelectField
        label="Direction"
        hideLabel
        value={order.direction}
        choices={[
          { value: "asc", label: ascending },
          { value: "desc", label: descending },
        ]}
        onChange={(direction) => onChange({ ...order, direction: direction as Direction })}
        className="w-2/5 max-w-44"
      />
      <IconButton icon={X} label={`Remove ${subject?.name ?? order.fieldId}`} onClick={onRemove} />
    </fieldset>
  );
}
