"use client";

import { queryOptions } from "@tanstack/react-query";
import { v4 } from "uuid";
import type { EditorSource } from "@/components/cells/editors/editor-source";
import type { HeldFile } from "@/components/cells/editors/files-draft";
import { uploadsBy } from "@/components/cells/editors/uploads";
import type { NamedRecord } from "@/components/listing/record-names";
import { retryPolicy } from "@/components/listing/record-queries";
import type { FormChoices, FormFile } from "@/lib/contract/forms";

/** The part of the API that a form needs while it is filled in. */
export interface FormServices {
  readonly upload: (fieldId: string, file: File, signal: AbortSignal) => Promise<FormFile>;
  readonly choices: (fieldId: string, search: string, signal: AbortSignal) => Promise<FormChoices>;
}

/** The services of a preview, which stores nothing. */
export const previewServices: FormServices = {
  upload: async (_, { name, size, type }) => ({
    id: v4(),
    filename: name,
    originalName: name,
    size,
    mimeType: type,
  }),
  choices: async () => ({ records: [], hasMore: false }),
};

interface SheetSource {
  /** Identifies the form in the cache. */
  readonly key: string;
  readonly services: FormServices;
  /** The names of the records seen so far. */
  readonly names: Map<string, string>;
  /** Adds a file whose question was hidden during its upload. */
  readonly addFile: (fieldId: string, file: HeldFile) => void;
}

/** Provides editors with the services of a form. */
export function editorSource({ key, services, names, addFile }: SheetSource): EditorSource {
  return {
    uploadsOf: ({ fieldId }) =>
      uploadsBy(`${key} ${fieldId}`, {
        upload: (file, signal) => services.upload(fieldId, file, signal),
        add: async (file) => addFile(fieldId, file),
      }),
    choicesQuery: ({ id }, search) =>
      queryOptions<readonly NamedRecord[]>({
        queryKey: ["form-choices", key, id, search],
        queryFn: async ({ signal }) => {
          const { records } = await services.choices(id, search, signal);
          for (const record of records) names.set(record.id, record.name);
          return records;
        },
        ...retryPolicy,
        staleTime: 5_000,
      }),
    // People who fill in a form see records of its link fields, and create none.
    useCreation: () => () => undefined,
    useNames: (_, ids) => ids.map((id) => names.get(id)),
  };
}
