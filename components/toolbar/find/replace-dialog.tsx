import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { storeOf } from "@/components/edits/use-edits";
import { aggregatesKey } from "@/components/groups/aggregate-query";
import { type RecordListing, recordsKey } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { useUndoOffer } from "@/components/open-table/undo/use-undo-offer";
import { counted } from "@/components/tasks/counted";
import { notify } from "@/components/tasks/messages";
import { tasksOf } from "@/components/tasks/use-tasks";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { useStable } from "@/components/ui/use-stable";
import { ChangeList } from "./change-list";
import { type Replaced, replaceAll } from "./replace-all";
import { useReplaceableFields } from "./replaceable-fields";
import { type Preview, useChanges } from "./use-changes";

interface ReplaceDialogProps {
  readonly listing: RecordListing;
  /** The text to start with. */
  readonly find: string;
  readonly onClose: () => void;
}

const allFields = "all";

/** Replaces text in the cells of a view, after a preview. */
export function ReplaceDialog({ listing, find, onClose }: ReplaceDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const fields = useReplaceableFields();
  const [replacement, setReplacement] = useState({
    find,
    replaceWith: "",
    isCaseSensitive: false,
    isWholeCell: false,
  });
  const change = (to: Partial<typeof replacement>) => setReplacement({ ...replacement, ...to });
  const [fieldId, setFieldId] = useState(allFields);
  const scope = useMemo(
    () => ({ replacement, fields: fields.filter(({ id }) => fieldId === allFields || id === fieldId) }),
    [replacement, fields, fieldId],
  );
  const preview = useChanges(listing, scope);
  const replace = useReplace(listing);

  const isNothing = replacement.find === "" || (preview.isOver && preview.changes.length === 0);
  const [awaited, setAwaited] = useState<typeof scope | null>(null);
  const isAwaited = awaited === scope;
  const act = useStable(() => {
    setAwaited(null);
    if (isNothing || preview.problem !== undefined) return;
    onClose();
    void replace(preview);
  });
  const isKnown = preview.isOver || preview.problem !== undefined;
  useEffect(() => {
    if (isAwaited && isKnown) act();
  }, [isAwaited, isKnown, act]);

  /** Enter may come before all cells are found, which it then waits for unless the text is changed. */
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isNothing) setAwaited(scope);
  }

  return (
    <Dialog open title="Find and replace" size="wide" onClose={onClose} initialFocus={() => input.current}>
      <form onSubmit={submit} className="flex min-h-0 flex-col">
        <div className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4">
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              ref={input}
              label="Find"
              value={replacement.find}
              onChange={(text) => change({ find: text })}
            />
            <TextField
              label="Replace with"
              value={replacement.replaceWith}
              onChange={(text) => change({ replaceWith: text })}
            />
          </div>
          <div className="flex flex-wrap items-end gap-x-4 gap-y-1">
            <SelectField
              label="In"
              value={fieldId}
              choices={[
                { value: allFields, label: "All shown fields" },
                ...fields.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setFieldId}
              className="w-56"
            />
            <CheckField
              label="Match case"
              value={replacement.isCaseSensitive}
              onChange={(isCaseSensitive) => change({ isCaseSensitive })}
            />
            <CheckField
              label="Entire cell"
              value={replacement.isWholeCell}
              onChange={(isWholeCell) => change({ isWholeCell })}
            />
          </div>
          {replacement.find !== "" && <Found preview={preview} />}
        </div>
        <div className="mx-4 flex justify-end gap-2 border-border border-t py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={isNothing || isAwaited}>
            {isAwaited ? "Finding…" : "Replace all"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Found({ preview }: { preview: Preview }) {
  const { changes, refused, read, total, isOver, problem } = preview;
  if (problem !== undefined) return <Notice>{problem}</Notice>;
  const words = [
    changes.length === 0 && isOver ? "Nothing to replace" : counted(changes.length, "cell"),
    refused.length > 0 ? `${counted(refused.length, "other")} can't take the new text` : "",
  ];
  return (
    <>
      <p role="status" className="font-medium tabular-nums">
        {words.filter(Boolean).join(", ")}
        {!isOver && " so far…"}
      </p>
      {!isOver && <ProgressBar label="Finding" value={total === 0 ? null : read} max={Math.max(total, 1)} />}
      <ChangeList changes={changes} refused={refused} />
    </>
  );
}

/** Returns a function that writes the changes of a preview, and then reports them with an offer to undo. */
function useReplace(listing: RecordListing): (preview: Preview) => Promise<void> {
  const queryClient = useQueryClient();
  const { databaseId, table } = useOpenTable();
  const offerUndo = useUndoOffer(databaseId, { tableId: table.id });
  return ({ changes, refused }) =>
    tasksOf(listing).run("Replacing", async (run) => {
      const replaced = await replaceAll(changes, { listing, store: storeOf(listing, queryClient) }, run);
      await Promise.all(
        [recordsKey(listing), aggregatesKey(listing)].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      const text = replacedText(replaced, refused.length, run.signal.aborted);
      if (replaced.done > 0) offerUndo(text);
      else notify({ title: text });
    });
}

function replacedText(
  { done, refused, outdated }: Replaced,
  unconverted: number,
  isStopped: boolean,
): string {
  const left = refused + unconverted;
  return [
    `${isStopped ? "Stopped: replaced" : "Replaced"} text in ${counted(done, "cell")}`,
    left > 0 ? `${left.toLocaleString("en")} can't take the new text` : "",
    outdated > 0
      ? `${outdated.toLocaleString("en")} ${outdated === 1 ? "has" : "have"} changed meanwhile`
      : "",
  ]
    .filter(Boolean)
    .join(", ");
}
