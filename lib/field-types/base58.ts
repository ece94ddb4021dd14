const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Evenly distributed random letters and digits, without characters that look alike. */
export function randomBase58(length: number): string {
  let text = "";
  while (text.length < length) {
    // Discards bytes from 232 (4 × 58) up to keep the distribution even.
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < 232 && text.length < length) text += digits[byte % 58];
    }
  }
  return text;
}
