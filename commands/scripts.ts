import { readdir, readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import path from "node:path";
import { type Coding, codingFor } from "@/lib/server/http/compression";
import staticHeaders from "@/lib/server/http/static-headers.json";

const folder = path.join(".next", "static", "chunks");
const at = "/_next/static/chunks/";

const mediaTypes: { readonly [extension: string]: string } = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
};

const extensions: { readonly [coding in Coding]: string } = { br: ".br", gzip: ".gz" };

/** The names contain hashes of the contents, so that a browser never has to ask again. */
const headers = {
  ...staticHeaders.all,
  ...staticHeaders.scripts,
  "Cache-Control": "public, max-age=31536000, immutable",
  Vary: "Accept-Encoding",
};

/**
 * Serves the scripts and styles of the built pages as the build has compressed them, and leaves all other requests to
 * `next`, which would compress them anew each time.
 */
export async function createScriptListener(next: RequestListener): Promise<RequestListener> {
  const names = new Set(await readdir(folder));
  return (request, response) => {
    const url = request.url ?? "";
    const name = url.startsWith(at) ? url.slice(at.length) : "";
    const mediaType = mediaTypes[path.extname(name)];
    const coding = codingFor(request.headers["accept-encoding"]?.toString());
    const file = coding && `${name}${extensions[coding]}`;
    if (mediaType === undefined || file === undefined || !names.has(file)) return next(request, response);
    const sent = { ...headers, "Content-Type": mediaType, "Content-Encoding": coding };
    readFile(path.join(folder, file)).then(
      (bytes) => {
        response.writeHead(200, { ...sent, "Content-Length": bytes.length });
        response.end(request.method === "HEAD" ? undefined : bytes);
      },
      // The pages were built anew meanwhile.
      () => next(request, response),
    );
  };
}
