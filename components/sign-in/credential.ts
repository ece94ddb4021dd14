import type { SessionCreate } from "@/lib/contract/sessions";

/** Parses the key or one-time code from a URL fragment, as in `/login#code=…`. */
export function credentialIn(fragment: string): SessionCreate | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const code = given.get("code");
  const key = given.get("key");
  if (code) return { code };
  return key ? { key } : null;
}
