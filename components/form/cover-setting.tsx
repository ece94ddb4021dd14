import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { uploadFile } from "@/components/cells/editors/upload-file";
import { useOpenTable } from "@/components/open-table/open-table";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { type Attachment, thumbnailUrl } from "@/lib/contract/attachments";
import { pictureTypes } from "@/lib/contract/picture-types";

/** Chooses, replaces or removes the picture above the title of a form. */
export function CoverSetting({ cover }: { readonly cover: Attachment | null }) {
  const { databaseId, changeView } = useOpenTable();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (file: File) => uploadFile(databaseId, file, new AbortController().signal),
    onSuccess(file) {
      if (pictureTypes.includes(file.mimeType)) changeView({ cover: file });
      else toast.error(`“${file.originalName}” isn't a picture. Choose a PNG, JPEG, GIF, WebP or AVIF file.`);
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className="flex flex-col gap-2">
      <span className="text-dense text-muted">Cover (optional)</span>
      {cover && (
        // biome-ignore lint/performance/noImgElement: the server makes it small
        <img
          src={thumbnailUrl(cover.url, "large")}
          alt={cover.originalName}
          className="aspect-[4/1] w-full rounded-md object-cover"
        />
      )}
      <input
        ref={input}
        type="file"
        accept={pictureTypes.join()}
        aria-label="Cover"
        className="sr-only"
        tabIndex={-1}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = "";
          if (file) mutate(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button ref={choose} disabled={isPending} onClick={() => input.current?.click()}>
          {isPending ? "Uploading…" : cover ? "Change cover" : "Add cover"}
        </Button>
        {cover && (
          <Button
            look="quiet"
            disabled={isPending}
            onClick={() => {
              changeView({ cover: null });
              // The focused button disappears.
              choose.current?.focus();
            }}
          >
            Remove cover
          </Button>
        )}
      </div>
    </div>
  );
}
