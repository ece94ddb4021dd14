import type { IncomingMessage } from "node:http";
import { logger } from "../logger";
import { type AnsweredRequest, countRequest } from "../metrics";

/** Data about a request that is logged besides its path. */
export interface RequestReport extends AnsweredRequest {
  readonly requestId?: string | undefined;
  /** Such as `key 019a9e61-…`; omitted for anonymous requests. */
  readonly caller?: string | undefined;
}

/** Counts a request and logs it in one line, without query, body and headers, which contain secrets and searches. */
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

/** The path to log. It omits the token of an attachment or shared link, which gives access to it. */
export function loggedPath(url: string): string {
  return url
    .replace(/\?.*/s, "")
    .replace(/(\/api\/v1\/attachments\/).*/s, "$1…")
    .replace(/^((?:\/api\/v1)?\/shared\/)[^/]*/s, "$1…")
    .slice(0, 500);
}
