import type { Record } from "../../contract/records";

/** A record as JSON, in the form of responses. */
export class JsonRecord {
  constructor(
    readonly id: string,
    /** Incremented by every change. */
    readonly version: number,
    readonly json: string,
  ) {}

  parse(): Record {
    return JSON.parse(this.json);
  }
}
