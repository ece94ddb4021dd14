import { limits } from "../contract/limits";
import { createRoom, type Share } from "./room";

/** Memory for responses in this process: rows read for them, and texts until they are sent. */
export const answerRoom = createRoom({
  bytes: Math.max(limits.answerBytesAtOnce, 4 * limits.answerBytes),
  what: "responses",
});

/** Responses up to this size are neither counted nor refused. */
export const smallAnswer = 64_000;

/** Reserves memory for rows as they arrive, in steps of a small response: counting each row would cost time. */
export function takeInSteps(share: Share): (bytes: number) => void {
  let uncounted = 0;
  return (bytes) => {
    uncounted += bytes;
    if (uncounted < smallAnswer) return;
    share.take(uncounted);
    uncounted = 0;
  };
}

/** Maximum bytes of the response of a bulk call. */
export const bulkAnswerBytes = 4 * limits.answerBytes;
