import { type Picks, picksIn } from "./picks";

/** The ids of records or people in a draft and the search text after them. */
export function idPicksIn(draft: string): Picks {
  return picksIn(draft, isId);
}

function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
