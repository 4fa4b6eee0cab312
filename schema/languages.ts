/** Languages other than English, by code, with their own names. Their words are in web/languages. */
export const languages = { de: 'Deutsch' } as const;

export type Language = 'en' | keyof typeof languages;
