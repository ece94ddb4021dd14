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
  if (text.length > 60 || phoneNumber.fromText(text, {}) !== text) return false;
  const digits = text.replace(/(?:x|ext).*$/i, "").replace(/\D/g, "").length;
  return forms.some(({ form, min, max }) => digits >= min && digits <= max && form.test(text));
});

const forms = [
  { form: /^\+\d/, min: 7, max: 15 },
  // North America
  { form: /^(?:1[ .-]?)?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?: ?(?:x|ext)\b.*)?$/i, min: 10, max: 11 },
  // National numbers begin with the trunk prefix 0. Shorter ones may be codes.
  { form: /^\(?0\d{1,5}\)?[ /.-]\d/, min: 10, max: 12 },
];

function detectorOf(type: string, fits: (text: string) => boolean): Detector {
  return (sample) => {
    const unconvertible = countMisses(sample, fits);
    return unconvertible === undefined ? [] : [{ type, unconvertible, isSure: true }];
  };
}
