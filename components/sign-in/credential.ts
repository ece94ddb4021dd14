import type { SessionCreate } from "@/lib/contract/sessions";

/** The key or one-time code that an address's fragment carries, as in `/login#code=…`. */
export function credentialIn(fragment: string): SessionCreate | null {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const code = given.get("code");
  const key = given.get("key");
  if (code) return { code };
  return key ? { key } : null;
}
