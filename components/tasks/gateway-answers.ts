import { gatewayStatuses } from "@/lib/client/api";

/**
 * Makes page requests fail if a proxy responds in place of an unreachable server. Next retries failed requests, but
 * would render the proxy's error page.
 */
export function refuseGatewayAnswers(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isForPage = new Headers(init?.headers).has("rsc");
    if (isForPage && gatewayStatuses.has(response.status)) throw new TypeError("The server can't be reached");
    return response;
  };
}
