import { type Language, languages, primaryLanguage } from '#schema/languages.ts';

/** Returns the languages that members can choose. Development offers incomplete translations, too. */
export function listOfferedLanguages({ environment }: { environment: 'development' | 'production' }): Language[] {
  const codes = Object.keys(languages) as (keyof typeof languages)[];
  return ['en', ...codes.filter((code) => environment === 'development' || languages[code].isOffered)];
}

/** Returns the offered language that a browser's Accept-Language header prefers; English if there is none. */
export function preferredLanguage(header: string | undefined, offered: readonly Language[]): Language {
  const preferences = (header ?? '').split(',').map((entry) => {
    const [range = '', quality] = entry
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return { code: primaryLanguage(range), quality: Number(quality ?? 1) };
  });
  const accepted = preferences.filter(({ quality }) => quality > 0).sort((one, other) => other.quality - one.quality);
  return accepted.flatMap(({ code }) => offered.find((language) => primaryLanguage(language) === code) ?? [])[0] ?? 'en';
}
