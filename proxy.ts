import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/server/env";
import { hstsHeader } from "@/lib/server/http/hsts";

/** All paths except the API, whose responses are not pages, and the files of the build. */
export const config = { matcher: "/((?!api$|api/|_next/static/).*)" };

/**
 * Sets a Content-Security-Policy per page: only the build's own files and scripts with the nonce of this response run,
 * so data can never become a script. Next reads the nonce from the request.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = policyWith(Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64"));
  const headers = new Headers(request.headers);
  headers.set(policyHeader, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(policyHeader, policy);
  for (const [name, value] of Object.entries(hstsHeader())) response.headers.set(name, value);
  return response;
}

const policyHeader = "Content-Security-Policy";

function policyWith(nonce: string): string {
  return [
    "default-src 'none'",
    // Attachments have this origin, too, but are never served as scripts. 'strict-dynamic' would let a script create
    // inline ones.
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Needed by the style attributes of rows and cells, and the style elements of sonner and Base UI. Styles run no
    // code.
    "style-src 'self' 'unsafe-inline'",
    // Attachments are loaded from the origin of APP_URL, whichever host the page was opened with.
    `img-src 'self' ${env.APP_URL}`,
    "font-src 'self'",
    "connect-src 'self'",
    // The shared worker with the stream of live changes for all tabs.
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** React uses eval there to report errors. */
const isDevelopment = process.env.NODE_ENV === "development";
