/** A file of a pasted table or list, to be imported; null for any other text. */
export function pastedFile(text: string): File | null {
  const hasTabs = text.includes("\t");
  if (!hasTabs && text.trim().split(/\r\n?|\n/).length < 2) return null;
  return new File([text], `Pasted table.${hasTabs ? "tsv" : "csv"}`, { type: "text/plain" });
}
