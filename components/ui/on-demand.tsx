"use client";

import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import { dropHeldKeys, holdKeys } from "./held-keys";
import { loadable, type Preload, partLoads, partsLoadedMarks } from "./loadable";
import { reportMissing } from "./missing-parts";
import { markShown, untilIdle } from "./until-idle";

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A component whose script is loaded when it is first rendered, or by `LoadWhenIdle` before. Once loaded, it renders
 * without a fallback. Keys pressed while it loads reach it afterwards, unless the focus stays elsewhere;
 * if it cannot be loaded, they are dropped.
 */
export function onDemand<Props extends object>(
  load: Load<Props>,
  { takesFocus = true, preload = "later" }: { takesFocus?: boolean; preload?: Preload } = {},
): ComponentType<Props> {
  const part = loadable(load, { preload });
  const later = (retry: () => void) =>
    lazy(async () => ({ default: await part.load().catch(() => () => <Missing retry={retry} />) }));
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

/**
 * A part of the page that the server renders, and whose script is loaded when the page is idle after its first paint.
 * Its controls must be disabled until it is live. A page opened from another one shows the placeholder until then.
 */
export function onceIdle<Props extends object>(
  load: Load<Props>,
  placeholder: ReactNode,
): ComponentType<Props> {
  const part = loadable(load);
  async function persist(): Promise<ComponentType<Props>> {
    await untilIdle();
    return part.load().catch(async () => {
      // Rejecting would replace the server's HTML.
      await new Promise<void>(reportMissing);
      return persist();
    });
  }
  function OnceIdle(props: Props) {
    const [Shown] = useState(
      () => (part.loaded() ?? lazy(async () => ({ default: await persist() }))) as ComponentType<Props>,
    );
    return (
      <Suspense fallback={placeholder}>
        <Shown {...props} />
      </Suspense>
    );
  }
  // Rendering it again before its script has come would replace the server's HTML by the placeholder.
  const Kept = memo(OnceIdle) as unknown as ComponentType<Props>;
  // Not `Kept` itself: React mounts a memo that a server component renders anew with each refresh.
  return function Part(props: Props) {
    return <Kept {...props} />;
  };
}

function KeysHeld() {
  useLayoutEffect(() => holdKeys(), []);
  return null;
}

/** Stands for a component whose script cannot be loaded, as without a network or after an upgrade of the server. */
function Missing({ retry }: { retry: () => void }) {
  useLayoutEffect(dropHeldKeys, []);
  useEffect(() => reportMissing(retry), [retry]);
  return null;
}

/** Time in ms after which a page loads the parts that nobody has needed yet, so that they are there without a network. */
const laterMs = 10_000;

/** Loads the scripts of parts, one at a time, while the page is idle. To be mounted together with the page's main content. */
export function LoadWhenIdle() {
  useEffect(() => {
    let isOver = false;
    async function loadAll(kind: keyof typeof partLoads) {
      await untilIdle();
      for (const load of partLoads[kind]) {
        if (isOver) return;
        // Tried again when it is needed.
        await load().catch(() => {});
      }
      performance.mark(partsLoadedMarks[kind]);
    }
    markShown();
    void loadAll("soon");
    const timer = setTimeout(() => void loadAll("later"), laterMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return null;
}
