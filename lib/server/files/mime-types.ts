import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/**
 * What a file's bytes say it is, whatever its name or its sender claim. Markup is text here: it is never
 * served as something that a browser would run.
 */
export async function mimeTypeOf(file: string): Promise<string> {
  const found = await fileTypeFromFile(file);
  if (found && !/xml|html/.test(found.mime)) return found.mime;
  return (await beginsAsText(file)) ? "text/plain; charset=utf-8" : "application/octet-stream";
}

async function beginsAsText(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, 0);
    // A character may be cut at the end, which `stream` allows.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(buffer.subarray(0, bytesRead), {
      stream: true,
    });
    return !text.includes("\0");
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
