import { gatewayStatuses } from "@/lib/client/api";

/**
 * Next waits for a server that does not answer, but takes a proxy's answer in its place for the page. Here that counts
 * as no answer, for pages that are asked for within the app.
 */
export function refuseGatewayAnswers(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const response = await fetch(input, init);
    const isForPage = new Headers(init?.headers).has("rsc");
    if (isForPage && gatewayStatuses.has(response.status))
      throw new TypeError("The server cannot be reached");
    return response;
  };
}
