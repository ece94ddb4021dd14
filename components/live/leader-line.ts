import type { Hub } from "./hub";
import { createHubInBrowser } from "./hub-in-browser";
import type { FromHub, LiveLine, ToHub } from "./live-messages";

/** What goes over the channel between tabs. */
type Told = { readonly toHub: ToHub } | { readonly fromHub: FromHub };

/**
 * A line to the hub of the leader: the one tab that has the lock, which the browser hands on when that tab is closed,
 * however it ends. Only tabs that are looked at come into question, as a browser slows down or freezes the others; the
 * leader resigns when it is hidden and another is not. Without locks (on plain http) each tab has a hub of its own.
 */
export function openLeaderLine(receive: (message: FromHub) => void): LiveLine {
  const channel = new BroadcastChannel("rowhouse-live");
  let hub: Hub | undefined;
  let candidacy: AbortController | undefined;
  let resign: (() => void) | undefined;

  channel.onmessage = ({ data }: MessageEvent<Told>) => {
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
      // A browser may freeze it by then, and nobody else would come to lead.
      setTimeout(() => document.visibilityState === "hidden" && resign?.(), hiddenAtMost);
    } else if (!candidacy && !hub) {
      candidacy = new AbortController();
      // What calls it off is no failure.
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
    channel.postMessage({ fromHub: message } satisfies Told);
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
      else channel.postMessage({ toHub: message } satisfies Told);
    },
    close() {
      closing.abort();
      withdraw();
      channel.close();
    },
  };
}

const hiddenAtMost = 60_000;
