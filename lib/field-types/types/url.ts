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
    const withScheme = isBareHost(trimmed) ? `https://${trimmed}` : trimmed;
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
    { input: "https:example.com" },
    { input: "https://exa mple.com" },
    { input: 5 },
  ],
});

/** Whether text is an address of the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:/i.test(text) && isUrl(text);
}

/** Whether text is an address that may be followed from a page. */
function isUrl(text: string): boolean {
  if (/[\s\p{Cc}]/u.test(text) || hostOf(text).length > longestHost) return false;
  const parsed = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null);
  if (parsed === null || !schemes.includes(parsed.protocol)) return false;
  // In a page `https:a` is the neighbour of the page itself, though by itself it is read as `https://a`.
  if (parsed.protocol.startsWith("http")) return /^https?:\/\//i.test(text);
  return parsed.host !== "" || parsed.pathname !== "";
}

/**
 * Whether text is the address of a site as people write it, `example.com/a`: a name whose last part has letters,
 * or four numbers. A decimal number, a day or an e-mail address has dots as well.
 */
function isBareHost(text: string): boolean {
  const [host = ""] = text.split(/[/?#]/, 1);
  if (host.length > longestHost) return false;
  return /^[^\s@:]+\.[^\s@:.]*\p{L}[^\s@:.]*\.?$/u.test(host) || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(host);
}

/** More than any name in the DNS has. To bring a host into its canonical form (IDNA) takes long, and longer by the character. */
const longestHost = 255;

/** The host as it is written, without its port: what stands between the scheme with its slashes and the path. */
function hostOf(text: string): string {
  const [, authority = ""] = /^[a-z]+:[/\\]*([^/\\?#]*)/i.exec(text) ?? [];
  return authority.slice(authority.lastIndexOf("@") + 1).replace(/:\d*$/, "");
}
