/** Applies NFKC normalization and converts the digits of every script to ASCII: `３５` and `٣٥` become `35`. */
export function toAsciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/(?!\d)\p{Nd}/gu, digitValue);
}

/**
 * Returns the value of a digit in any script. Counts back to the script's zero, which works because each script's digits have consecutive
 * code points.
 */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
}
