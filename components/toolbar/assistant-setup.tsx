"use client";

import { useState } from "react";
import { SampleTabs } from "@/components/docs/sample-tabs";
import { NewKeyButton } from "@/components/keys/new-key-button";
import type { Reach } from "@/components/keys/reach";
import { useOpenTable } from "@/components/open-table/open-table";
import { useRights } from "@/components/rights/rights";
import { CopyButton } from "@/components/ui/copy-button";
import { TextField } from "@/components/ui/text-field";
import type { Action } from "@/lib/contract/actions";
import type { Scope } from "@/lib/contract/keys";
import { assistantClients } from "./assistant-clients";

/** The address, a key and the configuration with which an assistant works in the open database. */
export function AssistantSetup() {
  const { databaseId, table } = useOpenTable();
  const may = useRights();
  const [key, setKey] = useState<string>();
  const address = `${new URL(table.url).origin}/mcp`;
  const reach: Reach = {
    scopes: useful.filter(([, action]) => may(action)).map(([scope]) => scope),
    isForAll: false,
    databases: [{ id: databaseId, name: "This database" }],
  };
  return (
    <div className="flex min-h-0 flex-col gap-4 overflow-y-auto p-4">
      <p className="text-muted">
        Assistants such as Claude read and change this database with the rights of an API key. Whatever they
        do is in the history and can be undone.
      </p>
      <div className="flex items-end gap-1">
        <TextField
          label="Address"
          value={address}
          onChange={() => {}}
          readOnly
          spellCheck={false}
          className="flex-1 [&_input]:font-mono [&_input]:text-xs"
        />
        <CopyButton text={address} what="address" />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {may("manage-keys") ? (
          <>
            <NewKeyButton
              reach={reach}
              label={key === undefined ? "New key for an assistant" : "Another key"}
              initial={{ name: "Assistant", databases: [databaseId] }}
              onMade={setKey}
            />
            <p role="status" className="min-w-0 flex-1 basis-48 text-muted">
              {key === undefined
                ? "Choose what the assistant may do: without Write, it only reads."
                : "The configuration has your new key. Copy it now, as the key won't be shown again."}
            </p>
          </>
        ) : (
          <p className="text-muted">
            Your key can't create others. Ask the person who gave it to you for one.
          </p>
        )}
      </div>
      <SampleTabs
        what="configuration"
        samples={assistantClients.map(({ name, place, write }) => ({
          name,
          text: write({ address, key: key ?? "YOUR_API_KEY" }),
          note: place,
        }))}
      />
    </div>
  );
}

/** The scopes that tools use, each with an action that needs it. */
const useful: readonly (readonly [Scope, Action])[] = [
  ["read", "read"],
  ["write", "edit-records"],
  ["schema", "change-structure"],
];
