import { readFileSync } from "node:fs";

/** In a file of its own, because the server sends scripts without Next. */
const staticHeaders = JSON.parse(
  readFileSync(new URL("lib/server/http/static-headers.json", import.meta.url), "utf8"),
);

/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks the types, including those of tests, so a build need not.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  // These must stay a single module in the process, or read their own files at run time.
  serverExternalPackages: ["pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
  experimental: {
    optimizePackageImports: ["lucide-react", "@base-ui/react"],
    // Waits for an unreachable server during navigation, instead of showing the browser's error page.
    useOffline: true,
  },
  devIndicators: false,
  // No page uses the optimizer, which would decode uploads for anyone and keep copies that outlive them.
  images: { unoptimized: true },
  // In development, where Next handles all requests: the addresses of calendar feeds.
  rewrites: async () => [
    { source: "/shared/:token([\\w-]+).ics", destination: "/api/v1/shared/:token/calendar.ics" },
  ],
  // For all responses that are neither pages nor the API's; `proxy.ts` sets a policy for each page.
  headers: async () => [
    { source: "/((?!api$|api/|mcp$).*)", headers: pairs(staticHeaders.all) },
    // A worker has the policy of its own script: the one of live changes loads its modules and calls the API.
    { source: "/_next/static/:path*", headers: pairs(staticHeaders.scripts) },
  ],
};

/** @param {Record<string, string>} headers */
function pairs(headers) {
  return Object.entries(headers).map(([key, value]) => ({ key, value }));
}
