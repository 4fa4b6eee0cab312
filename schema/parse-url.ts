/** Like `new URL`, but returns undefined for text that is not a URL. Some supported browsers lack `URL.parse` and `URL.canParse`. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
