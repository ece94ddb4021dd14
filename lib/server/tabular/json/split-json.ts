import { limits } from "../../../contract/limits";
import { UnreadableFile } from "../unreadable-file";
import { tooDeep, ValueScanner } from "./value-scanner";

/** The text of one object of a file. */
export interface ObjectText {
  readonly text: string;
  /** Number of its members, repeated keys included. */
  readonly members: number;
  /** Counts objects from 1. */
  readonly number: number;
}

/**
 * The signs allowed between objects. `mayBegin` allows an object, after which the state is `after`; `next` has the
 * states after other signs. Whitespace is skipped. A file may end in a state with `isEnd`.
 */
interface State {
  readonly mayBegin?: boolean;
  readonly next?: Readonly<Record<string, string>>;
  readonly after?: string;
  readonly isEnd?: boolean;
  /** Expected sign, for messages. */
  readonly expected: string;
}

interface Grammar {
  /** By name; the first one is `start`. */
  readonly states: Readonly<Record<string, State>>;
  /** True if no object may go over several lines. */
  readonly isOneLine?: true;
}

/** `[{…}, {…}]` */
export const arrayGrammar: Grammar = {
  states: {
    start: { next: { "[": "first" }, isEnd: true, expected: "a list of objects" },
    first: { mayBegin: true, after: "after", next: { "]": "end" }, expected: "an object" },
    item: { mayBegin: true, after: "after", expected: "an object" },
    after: { next: { ",": "item", "]": "end" }, expected: "a comma or ]" },
    end: { isEnd: true, expected: "the end of the file" },
  },
};

/** One object a line; blank lines are skipped. */
export const linesGrammar: Grammar = {
  states: {
    start: { mayBegin: true, after: "after", next: { "\n": "start" }, isEnd: true, expected: "an object" },
    after: { next: { "\n": "start", "\r": "start" }, isEnd: true, expected: "the end of the line" },
  },
  isOneLine: true,
};

/**
 * Splits JSON that arrives in parts into its objects, batch by batch, and holds one object at a time. Throws for
 * anything else between them, with the number of the object.
 */
export class JsonSplitter {
  readonly #grammar: Grammar;
  #state: State;
  #scanner: ValueScanner | undefined;
  /** Text of the open object so far. */
  #parts: string[] = [];
  #length = 0;
  #count = 0;

  constructor(grammar: Grammar) {
    this.#grammar = grammar;
    this.#state = this.#at("start");
  }

  /** Returns the objects that the text completes. */
  write(text: string): ObjectText[] {
    const found: ObjectText[] = [];
    for (let at = 0; at < text.length; ) {
      at = this.#scanner ? this.#within(this.#scanner, text, at, found) : this.#between(text, at);
    }
    return found;
  }

  end(): void {
    if (this.#scanner || !this.#state.isEnd) {
      const row = this.#count + 1;
      throw new UnreadableFile(`The file is cut off in row ${row}. Export it again.`, { row });
    }
  }

  #at(name: string): State {
    const state = this.#grammar.states[name];
    if (!state) throw new Error(`No state ${name}`);
    return state;
  }

  #between(text: string, at: number): number {
    const sign = text[at] ?? "";
    const { mayBegin = false, next } = this.#state;
    const target = next?.[sign];
    if (target !== undefined) this.#state = this.#at(target);
    else if (sign === "{" && mayBegin) {
      this.#scanner = new ValueScanner();
      return at;
    } else if (!/[ \t\r\n]/.test(sign)) {
      this.#refuse(`Expected ${this.#state.expected}, but found ${text.slice(at, at + 20)}`);
    }
    return at + 1;
  }

  #within(scanner: ValueScanner, text: string, start: number, found: ObjectText[]): number {
    const end = scanner.scan(text, start);
    if (end === tooDeep) {
      this.#refuse(`Lists and objects may be nested at most ${limits.jsonDepth} deep`);
    }
    const part = text.slice(start, end < 0 ? undefined : end);
    if (this.#grammar.isOneLine && part.includes("\n")) {
      this.#refuse("Each line must be one whole object, or the file one list of objects");
    }
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length > limits.importRowCharacters) {
      this.#refuse(`A row may have at most ${limits.importRowCharacters.toLocaleString("en")} characters`);
    }
    if (end < 0) return text.length;
    this.#count++;
    found.push({ text: this.#parts.join(""), members: scanner.members, number: this.#count });
    this.#parts = [];
    this.#length = 0;
    this.#scanner = undefined;
    this.#state = this.#at(this.#state.after ?? "start");
    return end;
  }

  #refuse(problem: string): never {
    throw new UnreadableFile(`Row ${this.#count + 1} cannot be read. ${problem}.`, { row: this.#count + 1 });
  }
}
