import { LRUCache } from "lru-cache";
import { Prepared } from "./prepared";

/** How many bytes of documents are kept; those of databases of a usual size take some hundred thousand. */
const mostBytes = 32_000_000;

/** Documents by what they are made from. */
const kept = new LRUCache<string, Prepared>({
  maxSize: mostBytes,
  sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
});

const beingMade = new Map<string, Promise<Prepared>>();

/** The document of that key, made once for all who ask for it at the same time or later. */
export function keep(key: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Prepared> {
  const known = kept.get(key);
  if (known) return Promise.resolve(known);
  const underWay = beingMade.get(key);
  if (underWay) return underWay;
  const making = make()
    .then((bytes) => {
      const made = new Prepared(bytes);
      kept.set(key, made);
      return made;
    })
    .finally(() => beingMade.delete(key));
  beingMade.set(key, making);
  return making;
}
