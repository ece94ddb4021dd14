"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { colorChoices } from "@/components/fields/option-colors";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePanels } from "@/components/open-table/panels";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { MultiSelectField, SelectField } from "@/components/ui/select-field";
import { SortableList } from "@/components/ui/sortable-list";
import type { Field } from "@/lib/contract/fields";
import { maxColorRules } from "@/lib/contract/row-color";
import { colorDemand, decidedDemand } from "@/lib/contract/view-types";
import { settingOf } from "@/lib/contract/views";
import { optionColors } from "@/lib/field-types/option";
import {
  type ColorsDraft,
  type DraftRule,
  draftOfColors,
  draftWithField,
  withNewRule,
  withRules,
} from "./colors-draft";
import { fieldChoice, noField } from "./field-choice";
import { FilterForm } from "./filter-form";

/** Stands for conditions among the fields to colour by; no field has this id. */
const conditions = { value: "conditions", label: "Conditions" };

const wholeRow = { value: "row", label: "Colour the record" };
const someCells = { value: "cells", label: "Colour single fields" };

/** Edits the colours of rows and cells: by a single select, or by conditions of which the first that matches counts. */
export function ColorsForm() {
  const { table, view, changeView } = useOpenTable();
  const rowColor = settingOf(view.config, "rowColor");
  const { panel } = usePanels();
  const [draft, setDraft] = useState(() => draftWithField(rowColor, panel?.fieldId));
  // Another person, or undo, has changed them: the form begins anew.
  if (!isSame(rowColor, draft.sent)) setDraft(draftOfColors(rowColor, draft.nextId));
  const selects = table.fields.filter(colorDemand.isMet);
  const decided = table.fields.filter(decidedDemand.isMet);
  const isByRules = draft.rules.length > 0 || (rowColor !== null && !("fieldId" in rowColor));

  function change(next: ColorsDraft): void {
    setDraft(next);
    changeView({ rowColor: next.sent });
  }
  function chooseWay(way: string): void {
    if (way === conditions.value) change(withNewRule(draftOfColors([], draft.nextId)));
    else change(draftOfColors(way === noField.value ? null : { fieldId: way }, draft.nextId));
  }
  return (
    <div className="flex min-h-0 flex-col gap-2 overflow-y-auto px-3 pt-1 pb-3">
      {view.withheld?.includes("rowColor") && (
        <p className="text-muted">There are also colours of fields that you can't see.</p>
      )}
      <SelectField
        label="Colour by"
        value={isByRules ? conditions.value : (rowColor?.fieldId ?? noField.value)}
        choices={[noField, conditions, ...selects.map(fieldChoice)]}
        onChange={chooseWay}
      />
      {isByRules && (
        <>
          <SortableList
            label="Rule"
            items={draft.rules.map((rule, index) => ({ ...rule, name: `Rule ${index + 1}` }))}
            onSort={(rules) => change(withRules(draft, rules))}
            className="gap-2"
          >
            {(rule, index) => (
              <RuleRow
                number={index + 1}
                rule={rule}
                fields={decided}
                colored={table.fields}
                onChange={(changed) => change(withRules(draft, draft.rules.with(index, changed)))}
                onRemove={() => change(withRules(draft, draft.rules.toSpliced(index, 1)))}
              />
            )}
          </SortableList>
          {draft.rules.length > 1 && (
            <p className="text-muted">
              The first rule that matches a record counts, for the record and for each field.
            </p>
          )}
          {draft.rules.length < maxColorRules && (
            <Button look="quiet" className="self-start" onClick={() => change(withNewRule(draft))}>
              <Plus aria-hidden className="size-4" />
              Add rule
            </Button>
          )}
        </>
      )}
    </div>
  );
}

interface RuleRowProps {
  readonly number: number;
  readonly rule: DraftRule;
  /** The fields that conditions take. */
  readonly fields: readonly Field[];
  /** The fields whose cells can be coloured. */
  readonly colored: readonly Field[];
  readonly onChange: (rule: DraftRule) => void;
  readonly onRemove: () => void;
}

function RuleRow({ number, rule, fields, colored, onChange, onRemove }: RuleRowProps) {
  return (
    <fieldset className="min-w-0 flex-1 rounded-md border border-border py-2">
      <legend className="sr-only">{`Rule ${number}`}</legend>
      <div className="flex items-center gap-1 px-3 pb-1">
        <SelectField
          label="Colour"
          hideLabel
          value={rule.color}
          choices={colorChoices}
          onChange={(chosen) => {
            const color = optionColors.find((each) => each === chosen);
            if (color) onChange({ ...rule, color });
          }}
          className="flex-1"
        />
        <IconButton icon={X} label={`Remove rule ${number}`} onClick={onRemove} />
      </div>
      <div className="flex gap-1 px-3 pb-1">
        <SelectField
          label="Apply to"
          hideLabel
          value={rule.fieldIds ? someCells.value : wholeRow.value}
          choices={[wholeRow, someCells]}
          onChange={(what) => {
            const { fieldIds: _, ...ofRow } = rule;
            onChange(what === wholeRow.value ? ofRow : { ...rule, fieldIds: rule.fieldIds ?? [] });
          }}
          className="flex-1"
        />
        {rule.fieldIds && (
          <MultiSelectField
            label="Fields"
            hideLabel
            value={rule.fieldIds}
            choices={colored.map(fieldChoice)}
            placeholder="Choose fields"
            onChange={(fieldIds) => onChange({ ...rule, fieldIds })}
            className="flex-1"
          />
        )}
      </div>
      <FilterForm
        fields={fields}
        filter={rule.filter}
        emptyText="Add a condition on the records to colour."
        startWith={rule.startWith}
        isForAll
        isOfFields
        onChange={(filter) => onChange({ ...rule, filter })}
      />
    </fieldset>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
