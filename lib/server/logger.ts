import pino from "pino";
import { inSources } from "./backup/source-positions";
import { readEnvironment } from "./env";

/** Global, because our server and Next's bundle each load this module, but share the output. */
const shared = globalThis as typeof globalThis & { rowhouseLog?: ReturnType<typeof pino.destination> };

/** Maximum bytes buffered for a stalled reader, such as a paused terminal; more are dropped. */
const maxWaitingBytes = 8_000_000;

/** Written together, in bytes or after this time in ms: a write for each line takes 50 µs of the process. */
const together = { minLength: 8_192, periodicFlush: 50 };

shared.rowhouseLog ??= pino.destination({ dest: 2, sync: false, maxLength: maxWaitingBytes, ...together });

/** Logs one JSON line per event to stderr; stdout is for people. Never blocks a request. */
export const logger = pino(
  // Not from `env`, which would fix the port before it is known.
  { level: readEnvironment(process.env).LOG_LEVEL, base: null, serializers: { err: picture } },
  shared.rowhouseLog,
);

/** Reduces an error to its useful parts, because libraries attach whole connections. */
function picture(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name, message, stack, cause } = thrown;
  const { code } = thrown as { code?: unknown };
  const because = cause !== undefined && depth < 3 ? { cause: picture(cause, depth + 1) } : {};
  return { name, message, ...(code !== undefined && { code }), stack: inSources(stack ?? ""), ...because };
}
