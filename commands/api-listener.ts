import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { answer } from "@/lib/api/handle";
import { sendAnswer } from "@/lib/api/send-answer";
import type { Trace } from "@/lib/api/trace";
import { ApiError } from "@/lib/contract/errors";
import { env } from "@/lib/server/env";
import { callerAddress } from "@/lib/server/http/caller-address";
import { errorJson } from "@/lib/server/http/graceful-server";
import { reportRequest } from "@/lib/server/http/report-request";
import { logger } from "@/lib/server/logger";

/** Creates Node's request listener for the API. */
export async function createApiListener(): Promise<RequestListener> {
  const { getRequestListener } = await import("@hono/node-server");
  const { RESPONSE_ALREADY_SENT } = await import("@hono/node-server/utils/response");
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const start = performance.now();
      const trace: Trace = {};
      const forwarded = request.headers.get("X-Forwarded-For") ?? undefined;
      const address = callerAddress(incoming.socket.remoteAddress ?? "", forwarded, env.TRUST_PROXY);
      const result = await answer(request, address, trace);
      const response = outgoing as ServerResponse;
      sendAnswer(response, result, incoming.headers["accept-encoding"]?.toString()).catch((error) => {
        logger.error({ err: error }, "a response could not be sent");
        response.destroy();
      });
      reportRequest(incoming as IncomingMessage, {
        operation: trace.operation ?? "none",
        status: result.status,
        milliseconds: performance.now() - start,
        caller: trace.caller,
        requestId: result.headers["X-Request-Id"],
      });
      return RESPONSE_ALREADY_SENT;
    },
    {
      // Next replaces these globals itself, in the same process.
      overrideGlobalObjects: false,
      // Required for HTTP/1.0, which has no Host header.
      hostname: "localhost",
      // `answer` never throws; this handles requests that cannot be passed to it.
      errorHandler: () =>
        new Response(errorJson(badUrl), {
          status: badUrl.status,
          headers: { "Content-Type": "application/json; charset=utf-8" },
        }),
    },
  );
}

const badUrl = new ApiError("BAD_REQUEST", "The URL or the Host header of this request is not valid.");
