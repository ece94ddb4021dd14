import { Plus } from "lucide-react";
import type { MouseEvent } from "react";
import { useFieldActions } from "@/components/fields/field-actions";
import { FieldTypeIcon } from "@/components/fields/field-type-icon";
import { useOpenTable } from "@/components/open-table/open-table";
import { IfAllowed } from "@/components/rights/rights";
import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import type { Field } from "@/lib/contract/fields";
import { formDemand } from "@/lib/contract/view-types";
import { focusNeighbour } from "./focus-neighbour";
import type { Questions } from "./use-questions";

interface AbsentFieldsProps {
  readonly questions: Questions;
  readonly announce: (text: string) => void;
}

/** The fields of the table that the form does not ask for, each with a button to add it. */
export function AbsentFields({ questions: { absent, asked, add }, announce }: AbsentFieldsProps) {
  const { table } = useOpenTable();
  const { begin } = useFieldActions();
  const unasked = table.fields.filter((field) => !formDemand.isMet(field));
  function addOne(event: MouseEvent<HTMLElement>, field: Field) {
    focusNeighbour(event.currentTarget);
    void add([field]);
    announce(`“${field.name}” was added to the form.`);
  }
  return (
    <section aria-label="Fields that are not in the form" className="flex flex-col gap-1">
      <h2 className="px-1 pb-1 font-medium text-dense text-muted">Not in the form</h2>
      {absent.length === 0 ? (
        <p className="px-1 text-muted">
          {asked.length === 0
            ? "This table has no field that a form can ask for."
            : "Every field is asked for."}
        </p>
      ) : (
        <ul className="flex flex-col gap-px">
          {absent.map((field) => (
            <li key={field.id}>
              <button
                type="button"
                data-action="add"
                aria-label={`Add ${field.name} to the form`}
                onClick={(event) => addOne(event, field)}
                className="flex h-8 w-full min-w-0 items-center gap-2 rounded-md px-1 text-left text-muted hover:bg-hover hover:text-text"
              >
                <Plus aria-hidden className="size-3.5 shrink-0" />
                <FieldTypeIcon type={field.type} />
                <span dir="auto" className="min-w-0 flex-1 truncate" title={field.name}>
                  {field.name}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {unasked.length > 0 && (
        <p className="px-1 pt-1 text-muted text-xs" title={unasked.map(({ name }) => name).join(", ")}>
          {`${counted(unasked.length, "field")} can't be in a form: computed values have no input, and people are not shown to visitors.`}
        </p>
      )}
      <IfAllowed action="change-structure">
        <Button look="quiet" className="self-start px-1!" onClick={() => begin({ what: "create" })}>
          <Plus aria-hidden className="size-4" />
          New field
        </Button>
      </IfAllowed>
    </section>
  );
}
