import type { Detector } from "../detector";
import { countMisses } from "../sample";

const forms = [
  { format: "h:mm", form: /^\d{1,9}:[0-5]\d$/ },
  { format: "h:mm:ss", form: /^\d{1,9}:[0-5]\d:[0-5]\d$/ },
] as const;

/** Lengths of time, all with seconds or all without. */
export const detectDurations: Detector = (sample) =>
  forms.flatMap(({ format, form }) => {
    const unconvertible = countMisses(sample, (text) => form.test(text));
    return unconvertible === undefined
      ? []
      : [{ type: "duration", template: { format }, unconvertible, isSure: true }];
  });
