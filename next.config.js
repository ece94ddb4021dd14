/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // `npm test` checks the types, of tests too; a server that is being started need not.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  // Each of these must stay one module in the process, or reads its own files at run time.
  serverExternalPackages: ["pg", "pino", "@prisma/client", "@prisma/adapter-pg"],
  experimental: { optimizePackageImports: ["lucide-react", "@base-ui/react"] },
  devIndicators: false,
};
