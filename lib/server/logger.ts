import pino from "pino";
import { inSources } from "./backup/source-positions";
import { env } from "./env";

/** JSON, one line an event, to stderr: stdout is for what a person reads. */
export const logger = pino(
  { level: env.LOG_LEVEL, base: null, serializers: { err: picture } },
  pino.destination({ dest: 2, sync: true }),
);

/** The parts that help; libraries hang whole connections onto their errors. */
function picture(thrown: unknown, depth = 0): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const { name, message, stack, cause } = thrown;
  const { code } = thrown as { code?: unknown };
  const because = cause !== undefined && depth < 3 ? { cause: picture(cause, depth + 1) } : {};
  return { name, message, ...(code !== undefined && { code }), stack: inSources(stack ?? ""), ...because };
}
