import { type Picks, picksIn } from "./picks";

/** The record ids in a draft and the search text after them. */
export function recordPicksIn(draft: string): Picks {
  return picksIn(draft, isRecordId);
}

function isRecordId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
