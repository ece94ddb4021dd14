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
  // For all responses that are neither pages nor the API's; `proxy.ts` sets a policy for each page.
  headers: async () => [
    {
      source: "/((?!api$|api/).*)",
      headers: [
        { key: "Content-Security-Policy", value: "default-src 'none'; frame-ancestors 'none'" },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "Referrer-Policy", value: "same-origin" },
        { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=()" },
      ],
    },
    {
      // A worker has the policy of its own script: the one of live changes loads its modules and calls the API.
      source: "/_next/static/:path*",
      headers: [
        {
          key: "Content-Security-Policy",
          value: "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
        },
      ],
    },
  ],
};
