/** Facts about a request, collected while it is handled, for its log line. */
export interface Trace {
  /** The id of its operation. */
  operation?: string;
  /** The caller, such as `key 019a9e61-…`. */
  caller?: string;
}
