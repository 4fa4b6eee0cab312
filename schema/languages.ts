/** Languages other than English, by code. Their words are in web/languages. */
export const languages = {
  cs: { isOffered: true },
  de: { isOffered: true },
  es: { isOffered: true },
  fr: { isOffered: true },
  ja: { isOffered: true },
  nl: { isOffered: true },
  'pt-br': { isOffered: true },
} satisfies Record<string, LanguageFacts>;

interface LanguageFacts {
  /** False until the translation is complete. Such languages exist in development and in builds with `ALL_LANGUAGES=1` only. */
  isOffered: boolean;
}

export type Language = 'en' | keyof typeof languages;

/** Returns the language without its region: `pt` of `pt-br`. */
export const primaryLanguage = (code: string) => code.split('-')[0];

/** Returns a language's name in that language: `Deutsch` for `de`. */
export function languageName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}
