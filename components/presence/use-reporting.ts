import { useEffect } from "react";
import { v4 } from "uuid";
import { later } from "@/lib/client/later";
import { createReporter, type Reporter, type ReporterWorld } from "./reporter";

/** Creates a reporter for this page, which sends by `send`. */
export function makeReporter(send: ReporterWorld["send"]): Reporter {
  return createReporter({
    send,
    newId: v4,
    isVisible: () => document.visibilityState === "visible",
    later,
  });
}

/** Reports as long as the page is open. */
export function useReporting(reporter: Reporter): void {
  useEffect(() => {
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    const wake = () => document.visibilityState === "visible" && reporter.wake();
    document.addEventListener("visibilitychange", wake, listening);
    window.addEventListener("pagehide", reporter.leave, listening);
    window.addEventListener("pageshow", ({ persisted }) => persisted && reporter.wake(), listening);
    reporter.wake();
    return () => {
      stop.abort();
      reporter.leave();
    };
  }, [reporter]);
}
