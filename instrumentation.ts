import type { Instrumentation } from "next";

/** Logs errors of pages like all others. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, path }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logger } = await import("@/lib/server/logger");
  logger.error({ err: error, method, path }, "a page failed");
};
