import { ownTemplate, type Template } from "@/components/fields/templates/template";

/** The unvalidated state of the form for a new table. */
export interface TableDraft {
  readonly name: string;
  readonly fields: readonly DraftField[];
  readonly nextKey: number;
  /** The input to focus after a change that added, moved or removed a field. */
  readonly focus: { readonly key: number; readonly on: "name" | "up" | "down" } | null;
}

export interface DraftField {
  /** Identifies the field while it moves. */
  readonly key: number;
  readonly name: string;
  readonly type: string;
  /** Settings that differ from the type's defaults. Those of other types are kept in case their type returns. */
  readonly template: Template;
}

export type TableDraftAction =
  | { readonly do: "rename"; readonly name: string }
  | { readonly do: "add" }
  | { readonly do: "change"; readonly key: number; readonly to: Partial<Omit<DraftField, "key">> }
  | { readonly do: "move"; readonly key: number; readonly by: -1 | 1 }
  | { readonly do: "remove"; readonly key: number };

const firstType = "single_line_text";

export const emptyDraft: TableDraft = {
  name: "",
  fields: [{ key: 0, name: "Name", type: firstType, template: {} }],
  nextKey: 1,
  focus: null,
};

export function changeDraft(draft: TableDraft, action: TableDraftAction): TableDraft {
  return { ...draft, focus: null, ...changes[action.do](draft, action as never) };
}

type Change<Do extends TableDraftAction["do"]> = (
  draft: TableDraft,
  action: Extract<TableDraftAction, { do: Do }>,
) => Partial<TableDraft>;

const changes: { readonly [Do in TableDraftAction["do"]]: Change<Do> } = {
  rename: (_, { name }) => ({ name }),

  add: ({ fields, nextKey }) => ({
    fields: [...fields, { key: nextKey, name: "", type: firstType, template: {} }],
    nextKey: nextKey + 1,
    focus: { key: nextKey, on: "name" },
  }),

  change: ({ fields }, { key, to }) => ({
    fields: fields.map((field) => (field.key === key ? { ...field, ...to } : field)),
  }),

  move: ({ fields }, { key, by }) => {
    const from = fields.findIndex((field) => field.key === key);
    const to = from + by;
    const moved = fields[from];
    if (!moved || to < 0 || to >= fields.length) return {};
    const rest = fields.filter((field) => field !== moved);
    const isAtEdge = to === (by < 0 ? 0 : fields.length - 1);
    return {
      fields: rest.toSpliced(to, 0, moved),
      // Focuses the button of the same direction, or the other one at an edge, where the first is disabled.
      focus: { key, on: by < 0 === isAtEdge ? "down" : "up" },
    };
  },

  remove: ({ fields }, { key }) => {
    const at = fields.findIndex((field) => field.key === key);
    const rest = fields.filter((field) => field.key !== key);
    const next = rest[at] ?? rest.at(-1);
    return { fields: rest, focus: next ? { key: next.key, on: "name" } : null };
  },
};

/** The request body that creates the table. */
export function toTableCreate({ name, fields }: TableDraft) {
  return {
    name,
    fields: fields.map((field) => ({ name: field.name, type: field.type, template: ownTemplate(field) })),
  };
}
