/** Browser names by user agent pattern. The first match wins because most user agents also name the browsers they imitate. */
const browsers: [RegExp, string][] = [
  [/; wv\)|\[FB|Instagram/, 'An app'],
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?(Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns a name such as `Firefox on Android`. Never quotes the user agent, because the client can set it to anything. */
export function deviceName(userAgent: string | null): string {
  const system = matchName(systems, userAgent ?? '');
  if (system === undefined) return 'Unknown device';
  return `${matchName(browsers, userAgent ?? '') ?? 'An app'} on ${system}`;
}

function matchName(names: [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}
