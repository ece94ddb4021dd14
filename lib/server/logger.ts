import pino from "pino";
import { env } from "./env";

/** JSON, one line an event, to stderr: stdout is for what a person reads. */
export const logger = pino({ level: env.LOG_LEVEL, base: null }, pino.destination({ dest: 2, sync: true }));
