import { ChoiceGroup, type NamedItem } from "@/components/forms/choice-group";
import { withItem } from "@/components/forms/with-item";
import { CheckField } from "@/components/ui/check-field";
import { SelectField } from "@/components/ui/select-field";
import type { Choice } from "./webhook-draft";

interface SomeOrAllProps<Id extends string> {
  readonly label: string;
  /** A noun for an item. */
  readonly what: "table" | "field" | "source";
  readonly words: { readonly all: string; readonly some: string; readonly chosen: string };
  readonly items: readonly (NamedItem & { readonly id: Id })[];
  readonly value: Choice<Id>;
  readonly onChange: (value: Choice<Id>) => void;
  readonly error: string | undefined;
}

/** Chooses all items, or some of them by checkboxes. Chosen items that no longer exist can be removed. */
export function SomeOrAll<Id extends string>(props: SomeOrAllProps<Id>) {
  const { label, what, words, items, value, onChange, error } = props;
  const { isSome, items: chosen } = value;
  const gone = chosen.filter((id) => !items.some((each) => each.id === id));
  const all = [...items, ...gone.map((id) => ({ id, name: `${id} (deleted)` }))];
  const ids = all.map(({ id }) => id);
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={label}
        value={isSome ? "some" : "all"}
        choices={[
          { value: "all", label: words.all },
          { value: "some", label: words.some },
        ]}
        onChange={(next) => onChange({ ...value, isSome: next === "some" })}
        error={isSome ? undefined : error}
      />
      {isSome && (
        <ChoiceGroup
          legend={words.chosen}
          what={what}
          items={all}
          isChosen={(id) => chosen.some((each) => each === id)}
          error={error}
        >
          {({ id, name }) => (
            <CheckField
              label={name}
              value={chosen.some((each) => each === id)}
              onChange={(isIn) =>
                onChange({ ...value, items: withItem(chosen, ids, { item: id as Id, isIn }) })
              }
            />
          )}
        </ChoiceGroup>
      )}
    </div>
  );
}
