import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/server/env";
import { hstsHeader } from "@/lib/server/http/hsts";
import { mayEmbed } from "@/lib/server/shares/may-embed";

/** All paths except the API, whose responses are not pages, and the files of the build. */
export const config = { matcher: "/((?!api$|api/|mcp$|_next/static/).*)" };

/**
 * Sets a Content-Security-Policy per page: only the build's own files and scripts with the nonce of this response run,
 * so data can never become a script. Next reads the nonce from the request.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const token = sharedPath.exec(request.nextUrl.pathname)?.[1];
  const isEmbeddable = token !== undefined && (await mayEmbed(token));
  const policy = policyWith(nonce, isEmbeddable ? "*" : "'none'");
  const headers = new Headers(request.headers);
  headers.set(policyHeader, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(policyHeader, policy);
  const further = { ...hstsHeader(), ...(token !== undefined && sharedHeaders) };
  for (const [name, value] of Object.entries(further)) response.headers.set(name, value);
  return response;
}

const policyHeader = "Content-Security-Policy";

/** The pages of shared links: views and forms. */
const sharedPath = /^\/(?:shared|form)\/([^/]+)\/?$/;

/** The address of a shared link gives access, so that neither search engines nor other sites may learn it. */
const sharedHeaders = { "X-Robots-Tag": "noindex, nofollow", "Referrer-Policy": "no-referrer" };

/** `framedBy` is the sites that may show the page in a frame. */
function policyWith(nonce: string, framedBy: "*" | "'none'"): string {
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
    `frame-ancestors ${framedBy}`,
  ].join("; ");
}

/** React uses eval there to report errors. */
const isDevelopment = process.env.NODE_ENV === "development";
