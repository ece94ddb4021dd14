import { limits } from "../contract/limits";
import { createRoom } from "./room";

/** Memory for responses in this process: rows read for them, and texts until they are sent. */
export const answerRoom = createRoom({
  bytes: Math.max(limits.answerBytesAtOnce, 4 * limits.answerBytes),
  what: "responses",
});

/** Responses up to this size are neither counted nor refused. */
export const smallAnswer = 64_000;

/** Maximum bytes of the response of a bulk call. */
export const bulkAnswerBytes = 4 * limits.answerBytes;
