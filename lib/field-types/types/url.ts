import { defineFieldType } from "../field-type";
import { longestLine, noTemplate, quote, textUpTo } from "../text";

/** Others (`javascript:` above all) could act in the page that shows them. */
const schemes = ["http:", "https:", "mailto:", "tel:"];

export const url = defineFieldType({
  type: "url",
  label: "URL",
  description: "A web address; also mailto: and tel:.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () =>
    textUpTo(longestLine).refine(isUrl, {
      error: (issue) =>
        `takes an address that begins with http://, https://, mailto: or tel:; ${quote(issue.input)} does not fit`,
    }),
  toText: (value) => value,
  fromText: (text) => {
    const trimmed = text.trim();
    const withScheme =
      /^[a-z][a-z0-9+.-]*:/i.test(trimmed) || !/^[^\s/]+\.[^\s/]+/.test(trimmed)
        ? trimmed
        : `https://${trimmed}`;
    return withScheme.length <= longestLine && isUrl(withScheme) ? withScheme : undefined;
  },
  display: (value) => value,
  href: (value) => value,
  look: { align: "start", editor: "text", cell: "link" },
  examples: [
    { input: "https://example.com/a?b=c#d", text: "https://example.com/a?b=c#d" },
    { input: "http://localhost:3000", text: "http://localhost:3000" },
    { input: "mailto:ada@example.com", text: "mailto:ada@example.com" },
    { input: "tel:+15551234", text: "tel:+15551234" },
  ],
  counterexamples: [
    { input: "" },
    { input: "example.com" },
    { input: "javascript:alert(1)" },
    { input: "ftp://example.com" },
    { input: "https://" },
    { input: "https://exa mple.com" },
    { input: 5 },
  ],
});

/** Whether text is an address that may be followed from a page. */
function isUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text)) return false;
  const parsed = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null);
  return (
    parsed !== null && schemes.includes(parsed.protocol) && (parsed.host !== "" || parsed.pathname !== "")
  );
}
