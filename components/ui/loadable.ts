/** A part of the page's scripts that is loaded when it is first needed, or before, while the page is idle. */
export interface Loadable<Part> {
  /** Loads it, unless it is loaded; a failed load can be repeated. */
  load(): Promise<Part>;
  /** Undefined until it is loaded. */
  loaded(): Part | undefined;
}

/** The name of the performance mark once all parts are loaded, or could not be. */
export const partsLoadedMark = "parts-loaded";

const all = new Set<() => Promise<unknown>>();

/** The loads of all parts, in the order of their definition. */
export const everyLoad: Iterable<() => Promise<unknown>> = all;

/** With `isLoadedWhenIdle: false`, a large part that few people need is loaded only once it is needed. */
export function loadable<Part>(
  fetchPart: () => Promise<Part>,
  { isLoadedWhenIdle = true }: { readonly isLoadedWhenIdle?: boolean } = {},
): Loadable<Part> {
  let part: Part | undefined;
  async function load(): Promise<Part> {
    part ??= await fetchPart();
    return part;
  }
  if (isLoadedWhenIdle) all.add(load);
  return { load, loaded: () => part };
}
