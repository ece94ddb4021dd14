import type { Instrumentation } from "next";

/** A page that fails is logged like everything else. */
export const onRequestError: Instrumentation.onRequestError = async (error, { method, path }) => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { logger } = await import("@/lib/server/logger");
  logger.error({ err: error, method, path }, "a page failed");
};
