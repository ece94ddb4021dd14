import { defineConfig } from "prisma/config";

// `prisma generate` does not run the schema engine but requires one, whose download some networks block, so any
// executable is named. Other commands (`migrate deploy`) need and find the real one.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Only commands that connect to a database need its URL.
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
