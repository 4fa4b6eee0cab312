/**
 * The site's words in the reader's language. English is in the code. Other languages load one file per page, which the build makes. A
 * page's language is fixed while it is open; changing it reloads the page.
 */
import { languages } from '#schema/languages.ts';
import { fillMessage, hashMessage, type Message, type Values } from '#schema/message.ts';

/** Languages for testing the layout, served in development only. `en-XA` has accents and long words; `ar-XB` runs from right to left. */
const testLanguages = ['en-XA', 'ar-XB'];

let language = 'en';
const translations: Record<string, Message> = {};
/** Requests for words, by page. */
const requests = new Map<string, Promise<void>>();

/** Sets the language from the reader's choice on this device. Returns whether it is not English. */
export function startLanguage(): boolean {
  const { dataset } = document.documentElement;
  const choice = readChoice();
  language = Object.hasOwn(languages, choice) || (dataset.testLanguages !== undefined && testLanguages.includes(choice)) ? choice : 'en';
  if (language === 'en') return false;
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar-XB' ? 'rtl' : 'ltr';
  return true;
}

function readChoice(): string {
  try {
    return localStorage.getItem('language') ?? 'en';
  } catch {
    return 'en';
  }
}

/** Loads the page's code and words in parallel. Without the words, the page is in English. */
export async function loadWithWords<Loaded>(page: string, load: () => Promise<Loaded>): Promise<Loaded> {
  if (language === 'en') return load();
  const wordsOfPage = requests.get(page) ?? loadWords(page);
  requests.set(page, wordsOfPage);
  const [loaded] = await Promise.all([load(), wordsOfPage]);
  return loaded;
}

async function loadWords(page: string): Promise<void> {
  try {
    const response = await fetch(`/assets/words/${document.documentElement.dataset.words}/${language}/${page}.json`);
    if (response.ok) Object.assign(translations, await response.json());
  } catch {
    // The page is readable in English.
  }
}

/** Returns the parts of a message in the reader's language. `key` is only needed if the same English has several translations. */
export function readWords(message: Message, values: Values = {}, key?: string): ReturnType<typeof fillMessage> {
  return fillMessage(language === 'en' ? message : (translations[key ?? hashMessage(message)] ?? message), values, language);
}

/** Called by the code that the `t` macro generates. */
export const i18n = {
  _: (message: Message, values?: Values, key?: string): string => [...readWords(message, values, key)].flat().join(''),
};
