import { endOf } from "./uploads";

/** The header that names a file: https://www.rfc-editor.org/rfc/rfc6266 */
export function contentDisposition(disposition: "inline" | "attachment", filename: string): string {
  return `${disposition}; filename*=UTF-8''${encodeExtended(filename)}`;
}

/** Encodes a header parameter, which is stricter than a URL: https://www.rfc-editor.org/rfc/rfc8187#section-3.2.1 */
function encodeExtended(text: string): string {
  const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/['()*]/g, escaped);
}

/** Replaces characters with a meaning in URLs and file systems. */
export function safeName(name: string): string {
  const safe = name
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|#%]+/gu, "_")
    .replace(/^\.+/, "_");
  return endOf(safe, 120) || "file";
}
