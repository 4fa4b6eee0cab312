/** Languages other than English, by code, with their own names. Their words are in web/languages. */
export const languages = {
  de: { name: 'Deutsch', isOffered: true },
  es: { name: 'Español', isOffered: false },
  fr: { name: 'Français', isOffered: false },
  ja: { name: '日本語', isOffered: false },
} satisfies Record<string, LanguageFacts>;

interface LanguageFacts {
  name: string;
  /** False until the translation is complete. Such languages exist in development and in builds with `ALL_LANGUAGES=1` only. */
  isOffered: boolean;
}

export type Language = 'en' | keyof typeof languages;
