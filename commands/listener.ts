import type { RequestListener } from "node:http";
import type { Door } from "@/lib/server/http/door";
import { readingOnly } from "@/lib/server/http/reading-only";
import { openApi } from "./api-listener";
import { openPages } from "./pages";

export type Mode = "production" | "development";

/** Hands requests to the API directly and all others to Next; in development Next has everything, to reload it. */
export async function createListener(mode: Mode, door: Door): Promise<RequestListener> {
  const pages = await openPages(mode, door);
  if (mode === "development") return pages;
  const api = await openApi();
  const read = readingOnly(pages);
  return (request, response) => (isForApi(request.url ?? "") ? api : read)(request, response);
}

function isForApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/.test(url);
}
