import { useQueryClient } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { notify } from "@/components/tasks/messages";
import { useStable } from "@/components/ui/use-stable";
import type { Field } from "@/lib/contract/fields";
import type { FormField } from "@/lib/contract/form-fields";
import { withoutLateConditions } from "@/lib/contract/merge-questions";
import { settingOf } from "@/lib/contract/views";
import {
  type Asked,
  absentFields,
  askedIn,
  changedConditions,
  questionsFor,
  withQuestion,
} from "./questions";

export interface Questions {
  /** The questions of the form, in order. */
  readonly asked: readonly Asked[];
  /** The fields that could be asked for. */
  readonly absent: readonly Field[];
  readonly add: (fields: readonly Field[]) => Promise<void>;
  readonly remove: (fieldId: string) => void;
  readonly removeAll: () => void;
  /** Moves a question to a place among the shown ones. */
  readonly sort: (ids: readonly string[]) => void;
  readonly change: (fieldId: string, change: Partial<Omit<FormField, "fieldId">>) => void;
}

/** The questions of the open form, and the ways to change them. Each change begins with the newest questions. */
export function useQuestions(): Questions {
  const { databaseId, table, view, changeView } = useOpenTable();
  const queryClient = useQueryClient();
  const questions = settingOf(view.config, "fields");
  const asked = askedIn(questions, table.fields);

  const arrange = useStable((next: readonly FormField[]) => {
    const fields = withoutLateConditions(next);
    changeView({ fields });
    const lost = changedConditions(next, fields);
    const names = asked.filter(({ id }) => lost.includes(id)).map(({ name }) => `“${name}”`);
    if (names.length > 0) notify(lostConditions(names));
  });
  const append = useStable((added: readonly FormField[]) => {
    const known = new Set(questions.map(({ fieldId }) => fieldId));
    const fresh = added.filter(({ fieldId }) => !known.has(fieldId));
    if (fresh.length > 0) changeView({ fields: [...questions, ...fresh] });
  });

  return {
    asked,
    absent: absentFields(questions, table.fields),
    add: useStable(async (fields) => {
      try {
        const readTable = (tableId: string) => queryClient.fetchQuery(tableQuery({ databaseId, tableId }));
        append(await questionsFor(fields, { table, readTable }));
      } catch (error) {
        notify({ title: "Nothing was added", detail: (error as Error).message, isError: true });
      }
    }),
    remove: useStable((fieldId) => arrange(questions.filter((each) => each.fieldId !== fieldId))),
    removeAll: useStable(() => changeView({ fields: [] })),
    sort: useStable((ids) => {
      const byId = new Map(questions.map((each) => [each.fieldId, each]));
      const rest = questions.filter(({ fieldId }) => !ids.includes(fieldId));
      arrange([...ids.flatMap((id) => byId.get(id) ?? []), ...rest]);
    }),
    change: useStable((fieldId, change) => changeView({ fields: withQuestion(questions, fieldId, change) })),
  };
}

function lostConditions(names: readonly string[]) {
  return {
    title: names.length === 1 ? `The condition of ${names[0]} was removed` : "Some conditions were removed",
    detail: `${names.length === 1 ? "It was" : `Those of ${names.join(", ")} were`} about a question that is no longer asked before. Undo brings it back.`,
  };
}
