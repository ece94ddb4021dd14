import { defineConfig } from "prisma/config";

// `prisma generate` runs no schema engine but insists on finding one, which is a download that some
// networks refuse: any executable will do. Other commands (`migrate deploy`) need, and find, the real one.
if (process.argv.includes("generate")) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Only the commands that reach a database need its address.
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
