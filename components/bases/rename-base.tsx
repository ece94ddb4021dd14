"use client";

import { useRouter } from "next/navigation";
import { NameDialog } from "@/components/forms/name-dialog";
import { notify } from "@/components/tasks/messages";
import { api } from "@/lib/client/api";

interface RenameBaseProps {
  readonly base: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export function RenameBase({ base: { id, name: before }, onClose }: RenameBaseProps) {
  const router = useRouter();
  async function rename(name: string): Promise<void> {
    await api("PATCH /bases/{databaseId}", { params: { databaseId: id }, body: { name } });
    router.refresh();
  }
  return (
    <NameDialog
      title={`Rename “${before}”`}
      name={before}
      words={{ save: "Rename", saving: "Renaming…" }}
      onSave={async (name) => {
        await rename(name);
        // Ctrl+Z is about the open table alone.
        const undo = { label: "Undo", onClick: () => void rename(before).catch(reportFailure) };
        notify({ title: `Database renamed to “${name.trim()}”`, action: undo });
      }}
      onClose={onClose}
    />
  );
}

function reportFailure({ message }: Error): void {
  notify({ title: "The database was not renamed", detail: message, isError: true });
}
