/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks the types, of tests too; a server that is being started need not.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  // Each of these must stay one module in the process, or reads its own files at run time.
  serverExternalPackages: ["pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
  experimental: {
    optimizePackageImports: ["lucide-react", "@base-ui/react"],
    // A page that is asked for while the server is away is waited for, instead of the browser's error page.
    useOffline: true,
  },
  devIndicators: false,
  // No page uses the optimizer, which would decode uploads for whoever asks and keep copies that outlive them.
  images: { unoptimized: true },
  // For whatever is no page and no answer of the API; `proxy.ts` gives each page a policy of its own.
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
      // A worker goes by the policy of its own script: that of the live changes loads its parts and calls the API.
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
