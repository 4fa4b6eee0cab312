/** Common country names, accepted in addition to country codes and official names. */
const alternativeNames: Record<string, string> = {
  america: 'US',
  britain: 'GB',
  'czech republic': 'CZ',
  england: 'GB',
  'great britain': 'GB',
  holland: 'NL',
  'northern ireland': 'GB',
  scotland: 'GB',
  turkey: 'TR',
  uk: 'GB',
  'u.k.': 'GB',
  'united states of america': 'US',
  'u.s.': 'US',
  'u.s.a.': 'US',
  usa: 'US',
  wales: 'GB',
};

/** Codes that do not identify a country, such as UN regions. */
const nonCountryCodes = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'XK', 'ZZ']);
const capitalLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let codes: Map<string, string> | undefined;

/** Converts `United States`, `usa` or `us` to `US`; returns undefined for an unknown country. */
export function countryCode(text: string): string | undefined {
  codes ??= codesByName();
  const name = normalizeName(text);
  return alternativeNames[name] ?? codes.get(name);
}

function codesByName(): Map<string, string> {
  const styles = (['long', 'short'] as const).map((style) => new Intl.DisplayNames('en', { type: 'region', style, fallback: 'none' }));
  const codeByName = new Map<string, string>();
  for (const code of capitalLetters.flatMap((first) => capitalLetters.map((second) => first + second))) {
    const names = styles.map((style) => style.of(code)).filter((name) => name !== undefined);
    // Skips withdrawn codes, which `Intl` resolves to the name of the successor country.
    if (nonCountryCodes.has(code) || names.length === 0 || new Intl.Locale('und', { region: code }).region !== code) continue;
    for (const name of [...names, code]) codeByName.set(normalizeName(name), code);
  }
  return codeByName;
}

function normalizeName(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
