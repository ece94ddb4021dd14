"use client";

import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { toast } from "sonner";
import { holdKeys } from "./held-keys";

const loads = new Set<() => Promise<unknown>>();

/**
 * A component whose script is loaded when it is first rendered, or by `LoadWhenIdle` before. Once loaded, it renders
 * without a fallback. Keys pressed while it loads reach it afterwards, unless the focus stays elsewhere.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { takesFocus = true }: { takesFocus?: boolean } = {},
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  async function preload() {
    Loaded ??= await load();
    return Loaded;
  }
  loads.add(preload);
  const later = () => lazy(async () => ({ default: await preload().catch(() => Missing) }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module is loaded
  return function OnDemand(props: Props) {
    // Stays the same while mounted, as another component would lose its state. Mounting again tries again.
    const [Shown] = useState(() => (Loaded ?? later()) as ComponentType<Props>);
    return (
      <Suspense fallback={takesFocus && <KeysHeld />}>
        <Shown {...props} />
      </Suspense>
    );
  };
}

function KeysHeld() {
  useLayoutEffect(() => holdKeys(), []);
  return null;
}

/** Stands for a component whose script cannot be loaded, as without a network or after an upgrade of the server. */
function Missing() {
  useEffect(() => {
    toast.error("This part of the page could not be loaded", {
      id: "missing-script",
      description: "Check your connection, then reload the page.",
    });
  }, []);
  return null;
}

/** Loads the scripts of all components on demand while the page is idle, one at a time. */
export function LoadWhenIdle() {
  useEffect(() => {
    let isOver = false;
    async function loadAll() {
      for (const load of loads) {
        if (isOver) return;
        // Tried again when it is needed.
        await load().catch(() => {});
      }
    }
    const begin = () => void loadAll();
    // Safari has no requestIdleCallback.
    const timer =
      "requestIdleCallback" in window ? requestIdleCallback(begin) : Number(setTimeout(begin, 200));
    return () => {
      isOver = true;
      if ("cancelIdleCallback" in window) cancelIdleCallback(timer);
      else clearTimeout(timer);
    };
  }, []);
  return null;
}
