import { limits } from "../../contract/limits";
import { requireAllowed } from "../access/rate-limit";
import type { OpenShare } from "../shares/open-share";
import { shareRateLimit } from "../workers/shared-limits";

const perMinute = {
  submissions: limits.submissionsPerMinute,
  files: limits.formFilesPerMinute,
};

const rates = {
  submissions: shareRateLimit("form submissions", { tokens: perMinute.submissions, seconds: 60 }),
  files: shareRateLimit("form files", { tokens: perMinute.files, seconds: 60 }),
};

/** Counts what an address sends to a form. Throws a 429 beyond the limit. */
export async function countSent(
  what: keyof typeof rates,
  { viewId }: OpenShare,
  address: string,
): Promise<void> {
  if (limits.requestsPerSecond === Number.POSITIVE_INFINITY) return;
  const message = `Too many ${what} were sent. At most ${perMinute[what]} per minute are taken.`;
  requireAllowed(await rates[what].take(`${viewId} ${address}`), message);
}
