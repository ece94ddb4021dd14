import { useRouter } from "next/navigation";
import { notify } from "@/components/tasks/messages";
import { useStable } from "@/components/ui/use-stable";
import { api } from "@/lib/client/api";

/** Restores a database that was deleted from the list just now, and says so. */
export function useRestoreBase({ id, name }: { readonly id: string; readonly name: string }) {
  const router = useRouter();
  return useStable(async (): Promise<void> => {
    try {
      const { trash } = await api("GET /trash", { query: { itemId: id } });
      const [entry] = trash;
      if (!entry) throw new Error("It is not in the trash any more.");
      await api("POST /trash/{trashId}/restore", { params: { trashId: entry.id } });
      notify({ title: `Database “${name}” restored` });
    } catch (error) {
      notify({
        title: `Database “${name}” was not restored`,
        detail: error instanceof Error ? error.message : String(error),
        isError: true,
      });
    }
    router.refresh();
  });
}
