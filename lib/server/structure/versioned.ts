/** One thing that has a version, which rises with every change of it. */
export class Versioned<Body = unknown> {
  constructor(
    readonly body: Body,
    readonly version: number,
    readonly id: string,
  ) {}
}
