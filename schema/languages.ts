/** Languages other than English, by code. Their words are in web/languages. */
export const languages = {
  cs: { name: 'Čeština', isOffered: true },
  de: { name: 'Deutsch', isOffered: true },
  es: { name: 'Español', isOffered: true },
  fr: { name: 'Français', isOffered: true },
  ja: { name: '日本語', isOffered: true },
  nl: { name: 'Nederlands', isOffered: true },
  'pt-br': { name: 'Português (Brasil)', isOffered: true },
} satisfies Record<string, LanguageFacts>;

interface LanguageFacts {
  /** In the language itself. */
  name: string;
  /** False until the translation is complete. Such languages exist in development and in builds with `ALL_LANGUAGES=1` only. */
  isOffered: boolean;
}

export type Language = 'en' | keyof typeof languages;

/** Returns the language without its region: `pt` of `pt-br`. */
export const primaryLanguage = (code: string) => code.split('-')[0];

/** Returns a language's name in that language: `Deutsch` for `de`. Languages for testing have no name but their code. */
export const languageName = (code: string) => (code === 'en' ? 'English' : (facts[code]?.name ?? code));
const facts: Readonly<Record<string, LanguageFacts | undefined>> = languages;
