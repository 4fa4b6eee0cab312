import { getLanguage } from '#web/lib/words/words.ts';

/** A new account gets the page's language. Readers of the English pages may prefer another: then their browser says which. */
export function signUpHeaders(): Record<string, string> {
  return getLanguage() === 'en' ? {} : { 'Accept-Language': getLanguage() };
}
