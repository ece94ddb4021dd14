import type { core } from "zod";

// The Content-Security-Policy of pages forbids eval, and zod tests for it with the first object schema. Pages and
// workers import this module first. It imports nothing, because bundlers may evaluate zod together with our schemas:
// `config({ jitless: true })` would be too late. zod keeps an existing configuration in this variable.
const zod = globalThis as { __zod_globalConfig?: core.$ZodConfig };
zod.__zod_globalConfig = { ...zod.__zod_globalConfig, jitless: true };
