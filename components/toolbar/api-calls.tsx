"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Call, callOf } from "@/components/docs/call";
import { CodeSamples } from "@/components/docs/code-samples";
import { ownEntry } from "@/components/docs/document";
import { narrowed } from "@/components/docs/narrowed";
import type { Place } from "@/components/docs/place";
import { documentQuery, ownDocumentQuery } from "@/components/docs/use-documents";
import { useServer } from "@/components/docs/use-server";
import { listSettings } from "@/components/listing/list-settings";
import { useOpenTable } from "@/components/open-table/open-table";
import { IfAllowed } from "@/components/rights/rights";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import { SelectField } from "@/components/ui/select-field";
import type { OpenApi } from "@/lib/api/openapi/types";
import type { Field } from "@/lib/contract/fields";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";
import { settingOf, type View } from "@/lib/contract/views";

const records = "/bases/{databaseId}/tables/{tableId}/records";

interface ListedOperation {
  readonly id: string;
  readonly label: string;
  readonly method: string;
  readonly path: string;
}

const create: ListedOperation = { id: "create", label: "Create a record", method: "post", path: records };

/** The operations of views that show records. */
const recordOperations: readonly ListedOperation[] = [
  { id: "list", label: "List the records of this view", method: "post", path: `${records}/list` },
  create,
  { id: "update", label: "Update a record", method: "patch", path: `${records}/{recordId}` },
  { id: "delete", label: "Delete a record", method: "delete", path: `${records}/{recordId}` },
  { id: "bulk", label: "Create many records", method: "post", path: `${records}/bulk` },
  { id: "aggregate", label: "Aggregate records", method: "post", path: `${records}/aggregate` },
];

/** The operations of forms, which need the token of a link instead of a key. */
const formOperations: readonly ListedOperation[] = [
  { id: "submit", label: "Submit this form", method: "post", path: "/forms/{token}/submissions" },
  { id: "form", label: "Get its questions", method: "get", path: "/forms/{token}" },
  {
    id: "challenge",
    label: "Get a challenge for a submission",
    method: "get",
    path: "/forms/{token}/challenge",
  },
  { id: "upload", label: "Upload a file for a submission", method: "post", path: "/forms/{token}/files" },
  {
    id: "choices",
    label: "List the records that a question offers",
    method: "get",
    path: "/forms/{token}/fields/{fieldId}/records",
  },
];

/** Samples for the open view, ready to copy. */
export function Calls() {
  const { databaseId, table, view, own: settings } = useOpenTable();
  const isForm = view.type === "form";
  const operations = isForm ? formOperations : recordOperations;
  const { data: own, error: ownError } = useQuery({ ...ownDocumentQuery(databaseId), staleTime: 0 });
  const { data: general, error: generalError } = useQuery({ ...documentQuery, enabled: isForm });
  const error = ownError ?? generalError;
  const [operationId, setOperationId] = useState(operations[0]?.id ?? "");
  const operation = operations.find(({ id }) => id === operationId) ?? operations[0];
  const [question] = isForm ? settingOf(view.config, "fields") : [];
  // Without a record: pasted as it is, a sample must not change or delete a real one.
  const place: Place = {
    ...{ databaseId, tableId: table.id, viewId: view.id },
    ...(question && { fieldId: question.fieldId }),
  };
  const server = useServer();
  const sample =
    own &&
    operation &&
    (isForm
      ? general && formSample(general, { own, operation, place, view, fields: table.fields })
      : sampleOf(own, { operation, place, settings }));
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
      <SelectField
        label="Operation"
        value={operation?.id ?? ""}
        choices={operations.map(({ id, label }) => ({ value: id, label }))}
        onChange={setOperationId}
      />
      {error && <Notice>{error.message}</Notice>}
      {sample && (
        <CodeSamples
          call={sample.call}
          context={{ server, needsKey: !isForm }}
          others={[{ name: "OpenAPI", text: sample.openApi }]}
        />
      )}
      {!sample && !error && <p className="text-muted">Loading…</p>}
      {isForm && (
        <p className="text-muted">
          The token is the last part of the form's link, which “Share form” makes. A submission needs a
          challenge with its solution.
        </p>
      )}
      <p className="text-muted">
        Refer to fields by name, as here, or by id. Try every operation in the{" "}
        <PageLink
          href={`/docs?database=${databaseId}&table=${table.id}`}
          className="rounded text-accent underline"
        >
          API reference
        </PageLink>
        , or download{" "}
        <a
          href={`/api/v1/bases/${databaseId}/openapi.json`}
          className="rounded text-accent underline [overflow-wrap:anywhere]"
        >
          openapi.json
        </a>
        .
        <IfAllowed action="manage-webhooks">
          {" To be called when records change, create a "}
          <PageLink href={`/database/${databaseId}/webhooks`} className="rounded text-accent underline">
            webhook
          </PageLink>
          .
        </IfAllowed>
      </p>
    </div>
  );
}

interface Wanted {
  readonly operation: ListedOperation;
  readonly place: Place;
  /** The person's own settings of the view. */
  readonly settings: ViewSettings;
}

function sampleOf(
  own: OpenApi,
  { operation, place, settings }: Wanted,
): { call: Call; openApi: string } | undefined {
  const { path, method } = operation;
  const entry = ownEntry({ path, method }, own, place);
  if (!entry) return undefined;
  const documented = callOf(entry, place);
  const address =
    Object.keys(own.paths).find((each) => own.paths[each]?.[method] === entry.operation) ?? path;
  return {
    call: bodies[operation.id]
      ? { ...documented, body: pretty(bodies[operation.id]?.(place, settings)) }
      : documented,
    openApi: pretty(narrowed(own, { path: address, method })),
  };
}

interface WantedOfForm extends Omit<Wanted, "settings"> {
  readonly own: OpenApi;
  readonly view: View;
  readonly fields: readonly Field[];
}

/** An operation of the general document. The values of a submission are those of a new record that the form asks for. */
function formSample(
  general: OpenApi,
  { own, operation, place, view, fields }: WantedOfForm,
): { call: Call; openApi: string } | undefined {
  const { path, method, id } = operation;
  const found = general.paths[path]?.[method];
  if (!found) return undefined;
  const documented = callOf({ path, method, operation: found, document: general }, place);
  const created = sampleOf(own, { operation: create, place, settings: {} })?.call.body;
  const { record = {} } = JSON.parse(created ?? "{}") as { record?: object };
  const names = fields
    .filter((field) => settingOf(view.config, "fields").some(({ fieldId }) => fieldId === field.id))
    .map(({ name }) => name);
  const asked = Object.entries(record).filter(([name]) => names.includes(name));
  const body = { ...JSON.parse(documented.body ?? "{}"), values: Object.fromEntries(asked) };
  return {
    call: id === "submit" ? { ...documented, body: pretty(body) } : documented,
    openApi: pretty(narrowed(general, { path, method })),
  };
}

/** Request bodies for the open view, which replace the documented examples. */
const bodies: {
  readonly [operation: string]: ((place: Place, settings: ViewSettings) => unknown) | undefined;
} = {
  list: ({ viewId }, settings) => {
    const config = listSettings(settings);
    return { viewId, ...(hasSettings(config) && { config }), limit: 100 };
  },
};

function pretty(json: unknown): string {
  return JSON.stringify(json, null, 2);
}
