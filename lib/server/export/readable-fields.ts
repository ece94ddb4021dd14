import { ApiError } from "../../contract/errors";
import type { BasePlace } from "../../contract/places";
import type { CallerRights } from "../access/rights";
import { hiddenIn } from "../structure/schemas";

/** Returns a check for the time of an export: it throws a 403 once fields are hidden from the caller that were not before. */
export async function watchReadable(
  place: BasePlace,
  rights: CallerRights,
): Promise<(now: CallerRights) => Promise<void>> {
  const before = await hiddenIn(place, rights);
  return async (now) => {
    const hidden = await hiddenIn(place, now);
    if ([...hidden].every((id) => before.has(id))) return;
    throw new ApiError("FORBIDDEN", "You may not read all of these fields any more. Start the export again.");
  };
}
