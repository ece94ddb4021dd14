import { onDemand } from "@/components/ui/on-demand";
import type { CellEditor } from "./editor";
import { listIn } from "./files-draft";

/** The draft is the list as JSON, because no text that a person could type identifies a file. */
export const filesEditor: CellEditor = {
  Editor: onDemand(async () => (await import("./files-box")).FilesBox, { preload: "soon" }),
  write: (value) => JSON.stringify(value),
  read(field, fieldType, draft) {
    const files = listIn(draft);
    const issue = fieldType.value(field.template).safeParse(files).error?.issues[0];
    return issue ? { problem: `${field.name} ${issue.message}` } : { value: files };
  },
  typed: () => "nothing",
  typedIn: () => "",
};
