const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Random letters and digits without those that are taken for each other, evenly distributed. */
export function randomBase58(length: number): string {
  let text = "";
  while (text.length < length) {
    // Bytes from 232 up (4 × 58) are thrown again.
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 232 && text.length < length) text += digits[byte % 58];
    }
  }
  return text;
}
