"use client";

import { useRouter } from "next/navigation";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { NameDialog } from "@/components/forms/name-dialog";
import { api } from "@/lib/client/api";
import type { ListedBase } from "./listed-base";

export type Doing = { readonly what: "rename" | "delete"; readonly base: ListedBase };

export function BaseDialog({ doing: { what, base }, onClose }: { doing: Doing; onClose: () => void }) {
  const router = useRouter();
  const params = { databaseId: base.id };
  const tables = base.tables.length;
  if (what === "rename") {
    return (
      <NameDialog
        title={`Rename “${base.name}”`}
        name={base.name}
        words={{ save: "Rename", saving: "Renaming…" }}
        onSave={async (name) => {
          await api("PATCH /bases/{databaseId}", { params, body: { name } });
          router.refresh();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DeleteDialog
      title={`Delete the database “${base.name}”?`}
      description={
        tables === 0
          ? "There are no tables in it."
          : `${tables === 1 ? "Its table goes" : `Its ${tables} tables go`} with it, and all their records.`
      }
      onDelete={async () => {
        await api("DELETE /bases/{databaseId}", { params });
        router.refresh();
      }}
      onClose={onClose}
    />
  );
}
