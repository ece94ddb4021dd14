import { email } from "../../types/email";
import { phoneNumber } from "../../types/phone-number";
import { url } from "../../types/url";
import type { Detector } from "../detector";
import { countMisses } from "../sample";

/** E-mail addresses. */
export const detectEmails = detectorOf(
  "email",
  (text) => text.includes("@") && email.fromText(text, {}) === text,
);

/** Web addresses with their scheme, which the field would add to others. */
export const detectUrls = detectorOf(
  "url",
  (text) => /^https?:/i.test(text) && url.fromText(text, {}) === text,
);

/** Phone numbers in forms that no code, date or version has. */
export const detectPhoneNumbers = detectorOf("phone_number", (text) => {
  const digits = text.length > 60 ? 0 : text.replace(/(?:x|ext).*$/i, "").replace(/\D/g, "").length;
  return (
    digits >= 7 &&
    digits <= 15 &&
    forms.some((form) => form.test(text)) &&
    phoneNumber.fromText(text, {}) === text
  );
});

const forms = [
  /^\+\d/,
  // North America
  /^(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?: ?(?:x|ext)\.? ?\d+)?$/i,
  // With the zero that many countries dial first, except dates.
  /^(?!\d\d([/.-])\d\d\1\d{4}$)\(?0\d{1,5}\)?[ /.-]\d/,
];

function detectorOf(type: string, fits: (text: string) => boolean): Detector {
  return (sample) => {
    const unconvertible = countMisses(sample, fits);
    return unconvertible === undefined ? [] : [{ type, unconvertible, isSure: true }];
  };
}
