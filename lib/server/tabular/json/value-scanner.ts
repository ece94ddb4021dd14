import { limits } from "../../../contract/limits";

/**
 * Finds the end of one JSON object in text that arrives in parts. Checks nesting only; parsing the text checks the
 * rest.
 */
export class ValueScanner {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  #commas = 0;
  #isFilled = false;

  /** Scans on from `start`. Returns the index after the object, or -1 if the text ends within it. */
  scan(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      const sign = text.charCodeAt(at);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (sign === signs.backslash) this.#isEscaped = true;
        else if (sign === signs.quote) this.#isInString = false;
      } else if (sign === signs.quote) {
        this.#isInString = true;
        this.#isFilled = true;
      } else if (sign === signs.object || sign === signs.list) {
        this.#depth++;
      } else if (sign === signs.endOfObject || sign === signs.endOfList) {
        this.#depth--;
        if (this.#depth <= 0) return at + 1;
      } else if (sign === signs.comma && this.#depth === 1) {
        this.#commas++;
      }
      if (this.#depth > limits.jsonDepth) return tooDeep;
    }
    return -1;
  }

  /** Number of members of the object, repeated keys included, if it is valid. */
  get members(): number {
    return this.#isFilled ? this.#commas + 1 : 0;
  }
}

/** Returned by `scan` for lists and objects that nest deeper than the limit. */
export const tooDeep = -2;

const signs = {
  quote: '"'.charCodeAt(0),
  backslash: "\\".charCodeAt(0),
  comma: ",".charCodeAt(0),
  object: "{".charCodeAt(0),
  endOfObject: "}".charCodeAt(0),
  list: "[".charCodeAt(0),
  endOfList: "]".charCodeAt(0),
};
