import type { Detector } from "../detector";
import { detectEmails, detectPhoneNumbers, detectUrls } from "./addresses";
import { detectAmounts } from "./amounts";
import { detectCellKinds } from "./cell-kinds";
import { detectCheckbox } from "./checkbox";
import { detectDurations } from "./duration";
import { detectMoments } from "./moments";
import { detectSelects } from "./selects";

/** Types that the file states take precedence over those that its texts look like. */
const detectNumbers: Detector = (sample) => {
  const known = detectCellKinds(sample);
  return known.length > 0 ? known : detectAmounts(sample);
};

/**
 * All detectors; of several types that fit, the first is applied. They are not properties of the field types, because
 * every page loads those.
 */
export const allDetectors: readonly Detector[] = [
  detectNumbers,
  detectMoments,
  detectDurations,
  detectCheckbox,
  detectEmails,
  detectUrls,
  detectPhoneNumbers,
  detectSelects,
];
