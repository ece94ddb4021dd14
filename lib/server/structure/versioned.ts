/** A value with a version that every change increments. */
export class Versioned<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly version: number,
    readonly id: string,
  ) {}
}
