"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { type Call, callOf } from "@/components/docs/call";
import { CodeSamples } from "@/components/docs/code-samples";
import { ownEntry } from "@/components/docs/document";
import { narrowed } from "@/components/docs/narrowed";
import type { Place } from "@/components/docs/place";
import { ownDocumentQuery, recordIdQuery } from "@/components/docs/use-documents";
import { useServer } from "@/components/docs/use-server";
import { listSettings } from "@/components/listing/list-settings";
import { useOpenTable } from "@/components/open-table/open-table";
import { IfAllowed } from "@/components/rights/rights";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import type { OpenApi } from "@/lib/api/openapi/types";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";

const records = "/bases/{databaseId}/tables/{tableId}/records";

/** The operations to show samples of. */
const operations = [
  { id: "list", label: "List the records of this view", method: "post", path: `${records}/list` },
  { id: "create", label: "Create a record", method: "post", path: records },
  { id: "update", label: "Update a record", method: "patch", path: `${records}/{recordId}` },
  { id: "delete", label: "Delete a record", method: "delete", path: `${records}/{recordId}` },
  { id: "bulk", label: "Create many records", method: "post", path: `${records}/bulk` },
  { id: "aggregate", label: "Aggregate records", method: "post", path: `${records}/aggregate` },
] as const;

/** Samples for the open view, ready to copy. */
export function Calls() {
  const { databaseId, table, view, own: settings } = useOpenTable();
  const { data: own, error } = useQuery({ ...ownDocumentQuery(databaseId), staleTime: 0 });
  const { data: recordId } = useQuery(recordIdQuery({ databaseId, tableId: table.id }));
  const [operationId, setOperationId] = useState<string>(operations[0].id);
  const operation = operations.find(({ id }) => id === operationId) ?? operations[0];
  const place: Place = { databaseId, tableId: table.id, viewId: view.id, recordId: recordId ?? undefined };
  const server = useServer();
  const sample = own && sampleOf(own, { operation, place, settings });
  return (
    <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
      <SelectField
        label="Operation"
        value={operation.id}
        choices={operations.map(({ id, label }) => ({ value: id, label }))}
        onChange={setOperationId}
      />
      {error && <Notice>{error.message}</Notice>}
      {sample && (
        <CodeSamples
          call={sample.call}
          context={{ server, needsKey: true }}
          others={[{ name: "OpenAPI", text: sample.openApi }]}
        />
      )}
      {!sample && !error && <p className="text-muted">Loading…</p>}
      <p className="text-muted">
        Refer to fields by name, as here, or by id. Try every operation in the{" "}
        <Link
          href={`/docs?database=${databaseId}&table=${table.id}`}
          className="rounded text-accent underline"
        >
          API reference
        </Link>
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
          <Link href={`/database/${databaseId}/webhooks`} className="rounded text-accent underline">
            webhook
          </Link>
          .
        </IfAllowed>
      </p>
    </div>
  );
}

interface Wanted {
  readonly operation: (typeof operations)[number];
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
