import type { IncomingMessage } from "node:http";
import { logger } from "../logger";
import { type AnsweredRequest, countRequest } from "../metrics";

/** What is told of a request besides its address. */
export interface RequestReport extends AnsweredRequest {
  readonly requestId?: string | undefined;
  /** Such as `key 019a9e61-…`; left out where nobody is known. */
  readonly caller?: string | undefined;
}

/** Counts a request and logs it in one line: no query, body or header, as these hold what people search for and secrets. */
export function reportRequest(
  { method, url = "", socket }: IncomingMessage,
  { milliseconds, ...report }: RequestReport,
): void {
  countRequest({ milliseconds, ...report });
  const level = report.operation === "asset" ? "debug" : "info";
  if (!logger.isLevelEnabled(level)) return;
  const ms = Math.round(milliseconds * 10) / 10;
  logger[level]({ method, path: loggedPath(url), ...report, ms, address: socket.remoteAddress }, "request");
}

/** The path as it is logged. The address of an attachment opens it, so that none is written down. */
export function loggedPath(url: string): string {
  return url
    .replace(/\?.*/s, "")
    .replace(/(\/api\/v1\/attachments\/).*/s, "$1…")
    .slice(0, 500);
}
