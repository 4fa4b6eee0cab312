/** Half of the 2,000,000 bytes to which D1 limits a bound value. */
const maxPartBytes = 1_000_000;
const encoder = new TextEncoder();

/**
 * Splits a list into JSON arrays of at most 1 MB, which can be bound as one value each. Never splits an item, so an item that exceeds the
 * limit gets an array of its own.
 */
export function jsonParts(items: readonly object[]): string[] {
  const parts: string[][] = [];
  let partBytes = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const json = JSON.stringify(item);
    const bytes = encoder.encode(json).byteLength + 1;
    if (partBytes + bytes > maxPartBytes) {
      parts.push([]);
      partBytes = 1;
    }
    parts.at(-1)?.push(json);
    partBytes += bytes;
  }
  return parts.map((part) => `[${part.join()}]`);
}
