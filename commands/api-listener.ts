import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { answer, type Trace } from "@/lib/api/handle";
import { sendAnswer } from "@/lib/api/send-answer";
import { ApiError } from "@/lib/contract/errors";
import { refusalOf } from "@/lib/server/http/door";
import { reportRequest } from "@/lib/server/http/report-request";
import { logger } from "@/lib/server/logger";

/** Node's listener for the API. */
export async function openApi(): Promise<RequestListener> {
  const { getRequestListener } = await import("@hono/node-server");
  const { RESPONSE_ALREADY_SENT } = await import("@hono/node-server/utils/response");
  return getRequestListener(
    async (request, { incoming, outgoing }) => {
      const begun = performance.now();
      const trace: Trace = {};
      const given = await answer(request, incoming.socket.remoteAddress, trace);
      const response = outgoing as ServerResponse;
      sendAnswer(response, given, incoming.headers["accept-encoding"]?.toString()).catch((error) => {
        logger.error({ err: error }, "an answer could not be sent");
        response.destroy();
      });
      reportRequest(incoming as IncomingMessage, {
        operation: trace.operation ?? "none",
        status: given.status,
        milliseconds: performance.now() - begun,
        caller: trace.caller,
        requestId: given.headers["X-Request-Id"],
      });
      return RESPONSE_ALREADY_SENT;
    },
    {
      // Next, in the same process, has its own idea of them.
      overrideGlobalObjects: false,
      // For HTTP/1.0, which has no Host header.
      hostname: "localhost",
      // `answer` never throws: this is about a request that cannot even be handed to it.
      errorHandler: () =>
        new Response(refusalOf(badAddress), {
          status: badAddress.status,
          headers: { "Content-Type": "application/json; charset=utf-8" },
        }),
    },
  );
}

const badAddress = new ApiError("BAD_REQUEST", "The address or the Host header of this request is not valid");
