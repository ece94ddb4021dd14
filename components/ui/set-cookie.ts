const year = 365 * 24 * 60 * 60;

/** Keeps a value in this browser for a year, for the server to read with requests below the path. Null forgets it. */
export function setCookie(name: string, value: string | null, path = "/"): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  const age = value === null ? 0 : year;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing outside of secure contexts
  document.cookie = `${name}=${value ?? ""}; Path=${path}; Max-Age=${age}; SameSite=Lax${secure}`;
}
