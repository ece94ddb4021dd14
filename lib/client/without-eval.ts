import { config } from "zod";

// The Content-Security-Policy of pages forbids eval. zod would test for it with the first shape that is created, so
// pages and workers import this module first.
config({ jitless: true });
