import { useRouter } from "next/navigation";
import { notify } from "@/components/tasks/messages";
import { useStable } from "@/components/ui/use-stable";
import { api } from "@/lib/client/api";

/** Restores a deleted database from the trash and shows the outcome as a message. */
export function useRestoreBase({ id, name }: { readonly id: string; readonly name: string }) {
  const router = useRouter();
  return useStable(async (): Promise<void> => {
    try {
      const { trash } = await api("GET /trash", { query: { itemId: id } });
      const [entry] = trash;
      if (!entry) throw new Error("It is no longer in the trash.");
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
