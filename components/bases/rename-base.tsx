"use client";

import { useRouter } from "next/navigation";
import { NameDialog } from "@/components/forms/name-dialog";
import { api } from "@/lib/client/api";

interface RenameBaseProps {
  readonly base: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
}

export function RenameBase({ base: { id, name }, onClose }: RenameBaseProps) {
  const router = useRouter();
  return (
    <NameDialog
      title={`Rename “${name}”`}
      name={name}
      words={{ save: "Rename", saving: "Renaming…" }}
      onSave={async (name) => {
        await api("PATCH /bases/{databaseId}", { params: { databaseId: id }, body: { name } });
        router.refresh();
      }}
      onClose={onClose}
    />
  );
}
