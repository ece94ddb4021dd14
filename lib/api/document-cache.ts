import { LRUCache } from "lru-cache";
import { Prepared } from "./prepared";

/** Maximum bytes of cached documents; those of ordinary databases take some hundred thousand. */
const maxBytes = 32_000_000;

/** Documents by the key of their contents. */
const kept = new LRUCache<string, Prepared>({
  maxSize: maxBytes,
  sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
});

const pending = new Map<string, Promise<Prepared>>();

/** Returns the document of a key, generated once for concurrent and later callers. */
export function cachedDocument(key: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Prepared> {
  const known = kept.get(key);
  if (known) return Promise.resolve(known);
  const underWay = pending.get(key);
  if (underWay) return underWay;
  const making = make()
    .then((bytes) => {
      const made = new Prepared(bytes);
      kept.set(key, made);
      return made;
    })
    .finally(() => pending.delete(key));
  pending.set(key, making);
  return making;
}
