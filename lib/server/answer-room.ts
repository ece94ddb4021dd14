import { limits } from "../contract/limits";
import { createRoom } from "./room";

/** What is held of answers in this process: rows that are read for them, and texts until they are sent. */
export const answerRoom = createRoom({
  bytes: Math.max(limits.answerBytesAtOnce, 4 * limits.answerBytes),
  what: "answers",
});

/** Answers so small that they are neither counted nor refused. */
export const smallAnswer = 64_000;

/** As many bytes has the answer of a bulk call at most. */
export const bulkAnswerBytes = 4 * limits.answerBytes;
