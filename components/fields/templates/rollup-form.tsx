import type { ReactNode } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import type { Filter } from "@/lib/contract/filters";
import { isLink } from "@/lib/field-types";
import type { ResultType } from "@/lib/field-types/computed/results";
import {
  type ItemType,
  type RollupFunctionName,
  rollupFunctionNames,
  rollupFunctions,
} from "@/lib/field-types/computed/rollup-functions";
import { fieldChoice } from "./field-choice";
import { LinkedFilter } from "./linked-filter";
import type { OwnFormProps } from "./own-form";
import { ResultFormats } from "./result-formats";
import { useLinkedTable } from "./use-linked-table";
import { itemTypeOf } from "./value-types";

/** A rollup in words: "Sum of Amount of Deals", and the formats of its result. */
export function RollupForm(props: OwnFormProps) {
  const { template, onChange, problems, path } = props;
  const { table } = useOpenTable();
  const linked = useLinkedTable(template.linkFieldId);
  const links = table.fields.filter(isLink);
  const target = linked?.fields.find(({ id }) => id === template.targetFieldId);
  const item = target && itemTypeOf(target);
  const answered = props.field?.template.resultType as ResultType | undefined;
  const name = template.function as RollupFunctionName | undefined;
  const fitting = rollupFunctionNames.filter(
    (each) => each === name || !item || rollupFunctions[each].fits(item),
  );
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap items-start gap-2">
        <legend className="mb-1 font-medium text-dense text-muted">Rollup</legend>
        <SelectField
          label="Function"
          hideLabel
          value={name ?? ""}
          choices={fitting.map((value) => ({ value, label: rollupFunctions[value].label }))}
          onChange={(next) => onChange({ function: next })}
          error={problems[`${path}.function`]}
          placeholder="Function"
          className="w-44 max-sm:w-full"
        />
        <Of>
          <SelectField
            label="Field of the linked records"
            hideLabel
            value={String(template.targetFieldId ?? "")}
            choices={(linked?.fields ?? []).map(fieldChoice)}
            onChange={(targetFieldId) => onChange({ targetFieldId })}
            error={problems[`${path}.targetFieldId`]}
            placeholder={template.linkFieldId ? "Choose a field" : "Choose the link first"}
            className="w-44 max-sm:flex-1"
          />
        </Of>
        <Of>
          <LinkChoice {...props} links={links} />
        </Of>
      </fieldset>
      {name === "join" && (
        <TextField
          label="Separator"
          value={String(template.separator ?? "")}
          onChange={(separator) => onChange({ separator })}
          error={problems[`${path}.separator`]}
          className="w-24"
        />
      )}
      <LinkedFilter
        linkFieldId={template.linkFieldId}
        filter={(template.filter ?? null) as Filter | null}
        onChange={(filter) => onChange({ filter })}
        problem={problems[`${path}.filter`]}
      />
      <ResultFormats {...props} resultType={(name && resultTypeOf(name, item)) ?? answered} />
    </div>
  );
}

/** Chooses the link field. Another one leads to other fields, so the rest starts again. */
export function LinkChoice(
  props: Pick<OwnFormProps, "template" | "onChange" | "problems" | "path"> & {
    links: Parameters<typeof fieldChoice>[0][];
  },
) {
  const { template, onChange, problems, path, links } = props;
  const others = "targetFieldId" in template ? { targetFieldId: undefined, filter: null } : { filter: null };
  return (
    <SelectField
      label="Linked field"
      hideLabel
      value={String(template.linkFieldId ?? "")}
      choices={links.map(fieldChoice)}
      onChange={(linkFieldId) => linkFieldId !== template.linkFieldId && onChange({ linkFieldId, ...others })}
      error={problems[`${path}.linkFieldId`]}
      placeholder={links.length === 0 ? "This table has no linked fields yet" : "Choose a linked field"}
      className="w-44 max-sm:flex-1"
    />
  );
}

function Of({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 max-sm:w-full">
      <span className="flex h-8 items-center text-muted">of</span>
      {children}
    </div>
  );
}

/** The type of the result; undefined if only the server knows that of the target. */
function resultTypeOf(name: RollupFunctionName, item: ItemType | undefined): ResultType | undefined {
  const { result } = rollupFunctions[name];
  return result === "item" ? item : result;
}
