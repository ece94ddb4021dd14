import { defineFieldType } from "../field-type";
import { maxLineLength, noTemplate, quote, sameText, textUpTo } from "../text";

/** Other schemes, such as `javascript:`, could act on the page that shows them. */
const schemes = ["http:", "https:", "mailto:", "tel:"];

export const url = defineFieldType({
  type: "url",
  label: "URL",
  description: "A web address, or a mailto: or tel: link.",
  canBePrimary: true,
  storage: "text",
  empty: null,
  template: noTemplate,
  value: () =>
    textUpTo(maxLineLength).refine(isUrl, {
      error: (issue) =>
        `takes an address that begins with http://, https://, mailto: or tel:, not ${quote(issue.input)}`,
    }),
  toText: sameText,
  fromText: (text) => {
    const trimmed = text.trim();
    const withScheme = isBareHost(trimmed) ? `https://${trimmed}` : trimmed;
    return withScheme.length <= maxLineLength && isUrl(withScheme) ? withScheme : undefined;
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
    { input: "https:example.com" },
    { input: "https://exa mple.com" },
    { input: 5 },
  ],
});

/** True for an http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && isUrl(text);
}

/** True for a URL that a page may link to. */
function isUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || hostOf(text).length > maxHostLength) return false;
  const parsed = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null);
  if (parsed === null || !schemes.includes(parsed.protocol)) return false;
  // Within a page, `https:a` is a relative URL, although the parser reads it as `https://a`.
  if (parsed.protocol.startsWith("http")) return /^https?:\/\//i.test(text);
  return parsed.host !== "" || parsed.pathname !== "";
}

/**
 * True for a site without scheme, such as `example.com/a`: its last label has letters, or it is an IPv4 address.
 * Dots alone do not suffice: decimal numbers, dates and e-mail addresses have them too.
 */
function isBareHost(text: string): boolean {
  const [host = ""] = text.split(/[/?#]/, 1);
  if (host.length > maxHostLength) return false;
  return /^[^\s@:]+\.[^\s@:.]*\p{L}[^\s@:.]*\.?$/u.test(host) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}

/** Exceeds any DNS name. The time to canonicalise a host (IDNA) grows with its length. */
const maxHostLength = 255;

/** The host as written, without port and path. */
function hostOf(text: string): string {
  const [, authority = ""] = /^[a-z]+:[/\\]*([^/\\?#]*)/i.exec(text) ?? [];
  return authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
}
