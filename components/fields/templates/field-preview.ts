import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { v4 } from "uuid";
import { problemsOf } from "@/components/forms/problems";
import type { LoadPreview, Preview, PreviewRow } from "@/components/formulas/use-preview";
import { readNames, unnamed } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { api } from "@/lib/client/api";
import { type ApiError, isRefusal } from "@/lib/contract/errors";
import type { Field, RehearsedField } from "@/lib/contract/fields";
import { fieldTypeOf, isEmpty } from "@/lib/field-types";
import type { Template } from "./template";

interface PreviewedField {
  readonly type: string;
  /** The settings apart from the formula. */
  readonly template: Template;
  /** The field as saved; undefined for a new one. */
  readonly field: Field | undefined;
  readonly onField: (field: Field) => void;
}

/** Computes a field for the first records by a dry run. */
export function useFieldPreview({ type, template, field, onField }: PreviewedField): LoadPreview {
  const { databaseId, table } = useOpenTable();
  const queryClient = useQueryClient();
  const place = { databaseId, tableId: table.id };
  const settings = JSON.stringify(template);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts identify the place and the settings
  return useCallback<LoadPreview>(
    async (formula, signal) => {
      const body = { template: { ...template, formula } };
      const common = { isDryRun: true, signal };
      try {
        const answer = await (field
          ? api("PATCH /bases/{databaseId}/tables/{tableId}/fields/{fieldId}", {
              ...common,
              params: { ...place, fieldId: field.id },
              body,
            })
          : api("POST /bases/{databaseId}/tables/{tableId}/fields", {
              ...common,
              params: place,
              // The person may not have named it yet.
              body: { ...body, type, name: `Preview ${v4()}` },
            }));
        if (!("template" in answer)) return { rows: [] };
        onField(answer);
        const { preview = [] } = answer;
        const ids = preview.map(({ recordId }) => recordId);
        const names = await readNames(queryClient, place, { ids, signal });
        return { rows: preview.map((each) => rowOf(each, answer, names)) };
      } catch (error) {
        if (isRefusal(error)) return { mistake: mistakeIn(error) };
        throw error;
      }
    },
    [place.databaseId, place.tableId, settings, type, field?.id, onField, queryClient],
  );
}

type PreviewedRecord = NonNullable<RehearsedField["preview"]>[number];

function rowOf(
  { recordId, value, error }: PreviewedRecord,
  field: Field,
  names: ReadonlyMap<string, string>,
): PreviewRow {
  const type = fieldTypeOf(field);
  const isBlank = value === null || value === undefined || isEmpty(type, value);
  return {
    recordId,
    name: names.get(recordId) || unnamed,
    shown: isBlank ? "" : type.display(value, field.template),
    ...(error && { error }),
  };
}

function mistakeIn(error: ApiError): Extract<Preview, { mistake: unknown }>["mistake"] {
  const { message, details = [] } = error;
  const detail = details.find(({ path }) => path === "template.formula") ?? details[0];
  return detail ? { ...detail, message: problemsOf(error)[detail.path] ?? detail.message } : { message };
}
