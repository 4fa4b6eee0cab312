/** Device name from the user agent, enough to tell one's own devices apart. */

/** First match wins: most browsers also name the browsers they imitate. */
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

/** `Firefox on Android`. Never quotes the user agent, which the browser chooses. */
export function deviceName(userAgent: string | null): string {
  const system = matchName(systems, userAgent ?? '');
  if (system === undefined) return 'Unknown device';
  return `${matchName(browsers, userAgent ?? '') ?? 'An app'} on ${system}`;
}

function matchName(names: [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}
