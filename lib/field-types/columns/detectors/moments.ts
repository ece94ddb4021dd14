import type { DateFormat } from "../../date";
import type { DayEvidence } from "../day-evidence";
import type { Detector, Finding } from "../detector";
import { maxMisses, type Sample } from "../sample";

/** Days, and days with times. */
export const detectMoments: Detector = (sample) => {
  const { days } = sample;
  const unconvertible = sample.filled - (days?.cells ?? 0);
  if (!days || unconvertible > maxMisses(sample)) return [];
  const isSure = !days.isOpen && !days.isInexact && isOfOneKind(days, sample);
  const found = formatsOf(days).map((dateFormat): Finding => {
    const { type, template } = days.timed === 0 ? { type: "date", template: {} } : timesOf(days);
    return { type, template: { ...template, dateFormat }, unconvertible, isSure };
  });
  if (days.atMidnight < sample.filled) return found;
  const [dateFormat] = formatsOf(days);
  return [...found, { type: "date", template: { dateFormat }, unconvertible, isSure: false }];
};

/** The formats that show days as the column writes them. Both orders if nothing decides. */
function formatsOf({ isOpen, dayFirst, form }: DayEvidence): DateFormat[] {
  if (isOpen) return ["us", "eu"];
  if (form === "numbers") return [dayFirst ? "eu" : "us"];
  return [form === "iso" ? "iso" : "local"];
}

/** Times without offset are shown as written, wherever they are read: in UTC. */
function timesOf({ zoned, hasHalves }: DayEvidence) {
  return {
    type: "datetime",
    template: { timeFormat: hasHalves ? "12h" : "24h", timezone: zoned > 0 ? "" : "UTC" },
  };
}

/** True if all cells have a time or none has, and likewise an offset. */
function isOfOneKind({ timed, zoned }: DayEvidence, { filled }: Sample): boolean {
  return [0, filled].includes(timed) && [0, filled].includes(zoned);
}
