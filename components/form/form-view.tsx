"use client";

import type { ViewProps } from "@/components/open-table/listed-view";
import { useOpenTable } from "@/components/open-table/open-table";
import { plainCommandList } from "@/components/open-table/page-commands";
import { usePage } from "@/components/open-table/use-page";
import { useMaySave } from "@/components/open-table/use-view";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import { Builder } from "./builder";
import { Preview } from "./preview";

const OpenPageOverlay = onDemand(
  async () => (await import("@/components/open-table/overlays/open-page-overlay")).OpenPageOverlay,
);

/** A form: its builder beside its preview, or the preview alone for those who may not change it. */
export function FormView({ listing }: Pick<ViewProps, "listing">) {
  const { view } = useOpenTable();
  const { page, overlay, close } = usePage(listing);
  const maySave = useMaySave(view);
  if (view.type !== "form") return null;
  const { isLocked } = view.config;
  return (
    <section aria-label={view.name} className="h-full bg-background text-dense">
      {maySave && !isLocked ? (
        <Builder view={view} />
      ) : (
        <div className="h-full overflow-y-auto">
          <Refusal isLocked={isLocked} />
          <Preview view={view} />
        </div>
      )}
      {overlay && (
        <OpenPageOverlay overlay={overlay} onClose={close} page={page} commands={plainCommandList} />
      )}
    </section>
  );
}

/** Says why the form cannot be changed. */
function Refusal({ isLocked }: { isLocked: boolean }) {
  const mayUnlock = useMay("lock-views");
  return (
    <p className="border-border border-b bg-surface px-4 py-2 text-muted">
      {!isLocked
        ? "You can't change this form, but you can try it out here."
        : mayUnlock
          ? "This form is locked. Unlock it under “Views” to change it."
          : "This form is locked. Only creators can unlock it."}
    </p>
  );
}
