import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { ImportRequest } from "@/components/tasks/import-requests";
import { Confirm, Dialog } from "@/components/ui/dialog";
import { useMainKey } from "@/components/ui/use-portal-place";
import type { ImportPlace } from "@/lib/contract/places";
import { discardImport } from "./begin-import";
import { BegunImport } from "./begun-import";
import { ChooseFile } from "./choose-file";
import { unfollow } from "./followed";
import { isEnded } from "./outcome";
import { TargetRights } from "./target-rights";
import { importQuery, useTargetFields, useTargetTable } from "./use-import";
import { useImportDraft } from "./use-import-draft";
import { useUpload } from "./use-upload";

interface ImportDialogProps {
  readonly request: ImportRequest;
  /** Called with the id of the import once it exists. */
  readonly onShow: (importId: string) => void;
  readonly onClose: () => void;
}

/** Imports a file, from choosing it to the summary. A running import continues when the dialog is closed. */
export function ImportDialog(props: ImportDialogProps) {
  return (
    <TargetRights target={props.request.target}>
      <ImportSteps {...props} />
    </TargetRights>
  );
}

function ImportSteps({ request, onShow, onClose }: ImportDialogProps) {
  const { target, file, begun } = request;
  const [place, setPlace] = useState<ImportPlace | null>(begun ?? null);
  const [isAsking, setAsking] = useState(false);
  const router = useRouter();
  const upload = useUpload({ target, file }, (to) => {
    if ("importId" in to) return setPlace(to);
    router.push(`/database/${to.id}`);
    onClose();
  });
  const { data, error } = useQuery({
    ...importQuery(place ?? { databaseId: "", importId: "" }),
    enabled: place !== null,
  });
  const table = useTargetTable(target);
  const fields = useTargetFields(target);
  const draft = useImportDraft({ target, data, fields });

  useEffect(() => {
    if (place) onShow(place.importId);
  }, [place, onShow]);

  function discard(): void {
    if (place) void discardImport(target, place);
    onClose();
  }
  function leave(): void {
    if (!place) {
      if (upload.isFinal) return;
      upload.cancel();
      onClose();
    } else if (data?.status === "running" || data?.status === "done") {
      if (isEnded(data)) unfollow(place.importId);
      onClose();
    } else if (draft?.isChanged) setAsking(true);
    else discard();
  }

  const into = table.data ? ` into ${table.data.name}` : "";
  const name = data?.filename ?? upload.file?.name ?? "a file";
  const isForm = draft !== null && data?.status !== "running" && data?.status !== "done";
  return (
    <Dialog
      key={useMainKey()}
      open
      onClose={leave}
      title={`Import ${name}${into}`}
      size={isForm ? "full" : "wide"}
      holdsInput={place !== null || upload.isBusy}
    >
      <KeepFocus phase={place ? (data?.status ?? "loading") : upload.isBusy ? "uploading" : "choosing"} />
      {place ? (
        <BegunImport
          target={target}
          place={place}
          data={data}
          error={error ?? table.error}
          fields={fields}
          state={draft}
          onLeave={leave}
          onClose={onClose}
        />
      ) : (
        <ChooseFile target={target} upload={upload} onCancel={leave} />
      )}
      <Confirm
        open={isAsking}
        title="Discard this import?"
        description="Nothing has been imported yet. Your changes in this dialog will be lost."
        words={{ confirm: "Discard", cancel: "Keep editing" }}
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  );
}

/**
 * Keeps the focus in the dialog when the focused control disappears with a phase of the import. Leaves the first focus to
 * the dialog.
 */
function KeepFocus({ phase }: { phase: string }) {
  const mark = useRef<HTMLSpanElement>(null);
  const last = useRef(phase);
  useEffect(() => {
    if (last.current === phase) return;
    last.current = phase;
    if (document.activeElement !== document.body) return;
    mark.current?.closest<HTMLElement>("[role=dialog]")?.focus();
  }, [phase]);
  return <span ref={mark} hidden />;
}
