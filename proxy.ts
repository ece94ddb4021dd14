import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/server/env";
import { hstsHeader } from "@/lib/server/http/hsts";

/** Every address but the API's, whose answers are no pages, and the files of the build. */
export const config = { matcher: "/((?!api$|api/|_next/static/).*)" };

/**
 * Gives each page its policy: what runs is the build's own files and the scripts that carry the nonce of this
 * very answer, so that data can never become a script. Next reads the nonce off the request.
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
    // Attachments come from here too, but never as scripts. 'strict-dynamic' would let a script make inline ones.
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ""}`,
    // Attributes that place rows and cells, and the elements that sonner and Base UI make. A style runs nothing.
    "style-src 'self' 'unsafe-inline'",
    // Attachments are shown from the address that APP_URL gives them, by whichever name the page was opened.
    `img-src 'self' ${env.APP_URL}`,
    "font-src 'self'",
    "connect-src 'self'",
    // The one that holds the stream of live changes for all tabs.
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** React uses eval there to report errors. */
const isDevelopment = process.env.NODE_ENV === "development";
