/** A part of the page's scripts that is loaded when it is first needed, or before, while the page is idle. */
export interface Loadable<Part> {
  /** Loads it, unless it is loaded; a failed load can be repeated. */
  load(): Promise<Part>;
  /** Undefined until it is loaded. */
  loaded(): Part | undefined;
}

/**
 * When a part is loaded unless it has been needed before: `soon` after the first rows, for what keys in cells call;
 * `later`, when the page has been open for a while; or `never`, for a large part that few people need.
 */
export type Preload = "soon" | "later" | "never";

/** The names of the performance marks once the parts of a kind are loaded, or could not be. */
export const partsLoadedMarks = { soon: "parts-loaded", later: "all-parts-loaded" } as const;

const all = { soon: new Set<() => Promise<unknown>>(), later: new Set<() => Promise<unknown>>() };

/** The loads of the parts of each kind, in the order of their definition. */
export const partLoads: { readonly [Kind in keyof typeof all]: Iterable<() => Promise<unknown>> } = all;

export function loadable<Part>(
  fetchPart: () => Promise<Part>,
  { preload = "soon" }: { readonly preload?: Preload } = {},
): Loadable<Part> {
  let part: Part | undefined;
  async function load(): Promise<Part> {
    part ??= await fetchPart();
    return part;
  }
  if (preload !== "never") all[preload].add(load);
  return { load, loaded: () => part };
}
