"use client";

import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import { holdKeys } from "./held-keys";
import { everyLoad, loadable } from "./loadable";
import { reportMissing } from "./missing-parts";

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A component whose script is loaded when it is first rendered, or by `LoadWhenIdle` before. Once loaded, it renders
 * without a fallback. Keys pressed while it loads reach it afterwards, unless the focus stays elsewhere.
 */
export function onDemand<Props extends object>(
  load: Load<Props>,
  { takesFocus = true }: { takesFocus?: boolean } = {},
): ComponentType<Props> {
  const part = loadable(load);
  const later = (retry: () => void) =>
    lazy(async () => ({ default: await part.load().catch(() => () => <Missing retry={retry} />) }));
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each component, when its module is loaded
  return function OnDemand(props: Props) {
    const start = () => (part.loaded() ?? later(() => setShown(start))) as ComponentType<Props>;
    // Stays the same while mounted, as another component would lose its state.
    const [Shown, setShown] = useState(start);
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
function Missing({ retry }: { retry: () => void }) {
  useEffect(() => reportMissing(retry), [retry]);
  return null;
}

/** Loads the scripts of all components on demand while the page is idle, one at a time. */
export function LoadWhenIdle() {
  useEffect(() => {
    let isOver = false;
    async function loadAll() {
      for (const load of everyLoad) {
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
