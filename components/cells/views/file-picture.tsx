import { File, FileArchive, FileAudio, FileText, FileVideo, type LucideIcon } from "lucide-react";
import { type Attachment, thumbnailSizes, thumbnailUrl } from "@/lib/contract/attachments";
import { pictureTypes } from "@/lib/contract/picture-types";

/** A file as it is drawn; without an address only its type is shown. */
type DrawnFile = Pick<Attachment, "mimeType" | "originalName"> & Partial<Pick<Attachment, "url">>;

export function isPicture({ mimeType }: DrawnFile): boolean {
  return pictureTypes.includes(mimeType);
}

/** Width in CSS pixels up to which the smallest form is sharp on screens of double density. */
const sharpUpTo = thumbnailSizes.small / 2;

/** A thumbnail of an image, `size` pixels wide and high, or an icon for other files. */
export function FilePicture({ file, size }: { file: DrawnFile; size: number }) {
  if (!isPicture(file) || file.url === undefined) {
    const Icon = iconOf(file);
    return <Icon aria-hidden className="size-4 shrink-0 text-muted" strokeWidth={1.75} />;
  }
  return (
    // biome-ignore lint/performance/noImgElement: the server makes it small
    <img
      src={thumbnailUrl(file.url, size <= sharpUpTo ? "small" : "large")}
      alt={file.originalName}
      loading="lazy"
      decoding="async"
      draggable={false}
      className="shrink-0 rounded border border-border bg-background object-cover"
      style={{ width: size, height: size }}
    />
  );
}

function iconOf({ mimeType }: DrawnFile): LucideIcon {
  return icons.find(([kind]) => mimeType.startsWith(kind))?.[1] ?? File;
}

const icons: readonly [kind: string, icon: LucideIcon][] = [
  ["audio/", FileAudio],
  ["video/", FileVideo],
  ["text/", FileText],
  ["application/pdf", FileText],
  ["application/zip", FileArchive],
];
