import type { Hub } from "./hub";
import { createHubInBrowser } from "./hub-in-browser";
import type { FromHub, LiveLine, ToHub } from "./live-messages";

/** The messages on the channel between tabs. */
type Envelope = { readonly toHub: ToHub } | { readonly fromHub: FromHub };

/**
 * A line to the hub of the leader: the tab that holds the lock, which the browser releases however that tab ends. Only
 * visible tabs are candidates, as browsers throttle or freeze hidden ones; the leader resigns when it is hidden and
 * another tab is visible. Without the Web Locks API (on plain http) each tab has its own hub.
 */
export function openLeaderLine(receive: (message: FromHub) => void): LiveLine {
  const channel = new BroadcastChannel("rowhouse-live");
  let hub: Hub | undefined;
  let candidacy: AbortController | undefined;
  let resign: (() => void) | undefined;

  channel.onmessage = ({ data }: MessageEvent<Envelope>) => {
    if ("fromHub" in data) receive(data.fromHub);
    else if (hub) hear(data.toHub);
  };
  if (!("locks" in navigator)) {
    const own = createHubInBrowser(receive);
    return { send: own.receive, close: own.close };
  }
  const closing = new AbortController();
  const listening = { signal: closing.signal };
  document.addEventListener("visibilitychange", stand, listening);
  window.addEventListener("pagehide", withdraw, listening);
  window.addEventListener("pageshow", stand, listening);
  stand();

  function stand(): void {
    if (document.visibilityState === "hidden") {
      candidacy?.abort();
      candidacy = undefined;
      resignWhenOthersAreSeen();
      // The browser may freeze a hidden leader, and no other tab would take over.
      setTimeout(() => document.visibilityState === "hidden" && resign?.(), hiddenAtMost);
    } else if (!candidacy && !hub) {
      candidacy = new AbortController();
      // Aborting the request rejects it, which is not an error here.
      void navigator.locks.request("rowhouse-live", { signal: candidacy.signal }, lead).catch(() => {});
    }
  }

  function withdraw(): void {
    candidacy?.abort();
    candidacy = undefined;
    resign?.();
  }

  function lead(): Promise<void> {
    candidacy = undefined;
    return new Promise((release) => {
      resign = () => {
        hub?.close();
        hub = undefined;
        resign = undefined;
        release();
      };
      hub = createHubInBrowser(tell);
      tell({ kind: "hub" });
    });
  }

  function tell(message: FromHub): void {
    channel.postMessage({ fromHub: message } satisfies Envelope);
    receive(message);
  }

  function hear(message: ToHub): void {
    hub?.receive(message);
    resignWhenOthersAreSeen();
  }

  function resignWhenOthersAreSeen(): void {
    if (document.visibilityState === "hidden" && hub?.hasVisible()) resign?.();
  }

  return {
    send(message) {
      if (hub) hear(message);
      else channel.postMessage({ toHub: message } satisfies Envelope);
    },
    close() {
      closing.abort();
      withdraw();
      channel.close();
    },
  };
}

const hiddenAtMost = 60_000;
