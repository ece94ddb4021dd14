"use client";

import { Plus, X } from "lucide-react";
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
  /** Picks the field of a new order among the free ones. Default: the first. */
  likeliest?: (free: readonly Subject[]) => Subject | undefined;
  max: number;
  words: { add: string; none: string };
  onChange: (orders: Order[]) => void;
}

/** Edits a list of sorts or groups, each with a field and a direction, in order of precedence. */
export function OrderList(props: OrderListProps) {
  const { label, orders, subjects, likeliest = first, max, words, onChange } = props;
  const next = likeliest(freeSubjects(subjects, orders));
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
      {next && orders.length < max && (
        <Button
          look="quiet"
          className="self-start"
          onClick={() => onChange([...orders, { fieldId: next.id, direction: "asc" }])}
        >
          <Plus aria-hidden className="size-4" />
          {words.add}
        </Button>
      )}
    </div>
  );
}

function first(free: readonly Subject[]): Subject | undefined {
  return free[0];
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
