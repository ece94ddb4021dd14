import type { Detector } from "../detector";
import { detectEmails, detectPhoneNumbers, detectUrls } from "./addresses";
import { detectAmounts } from "./amounts";
import { detectCheckbox } from "./checkbox";
import { detectDurations } from "./duration";
import { detectMoments } from "./moments";
import { detectSelects } from "./selects";

/**
 * All detectors; of several types that fit, the first is applied. They are not properties of the field types, because
 * every page loads those.
 */
export const allDetectors: readonly Detector[] = [
  detectAmounts,
  detectMoments,
  detectDurations,
  detectCheckbox,
  detectEmails,
  detectUrls,
  detectPhoneNumbers,
  detectSelects,
];
