import { open } from "node:fs/promises";
import { fileTypeFromFile } from "file-type";

/**
 * Detects the type from the bytes, regardless of name and sender. Markup is plain text, so that it is never served
 * as executable content.
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
    // `stream` accepts a character that is cut off at the end.
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
