import pino from "pino";
import { inSources } from "./backup/source-positions";
import { readEnvironment } from "./env";

/** Our own server and Next's bundle load this module once each; their lines go one behind the other. */
const shared = globalThis as typeof globalThis & { rowhouseLog?: ReturnType<typeof pino.destination> };

/** Bytes that wait for a reader who has stopped, such as a terminal that was paused; more are dropped. */
const mostWaiting = 8_000_000;

shared.rowhouseLog ??= pino.destination({ dest: 2, sync: false, maxLength: mostWaiting });

/** JSON, one line an event, to stderr: stdout is for what a person reads. Writing holds up no request. */
export const logger = pino(
  // Not by `env`, which would settle the port before it is known.
  { level: readEnvironment(process.env).LOG_LEVEL, base: null, serializers: { err: picture } },
  shared.rowhouseLog,
);

/** The parts that help; libraries hang whole connections onto their errors. */
function picture(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name, message, stack, cause } = thrown;
  const { code } = thrown as { code?: unknown };
  const because = cause !== undefined && depth < 3 ? { cause: picture(cause, depth + 1) } : {};
  return { name, message, ...(code !== undefined && { code }), stack: inSources(stack ?? ""), ...because };
}
