/**
 * The site's words in the reader's language. English is in the code. Other languages load one file per page, which the build makes. A
 * page's language is fixed while it is open; changing it loads another document.
 */
import { fillMessage, hashMessage, type Message, type Values } from '#schema/message.ts';

let language = 'en';
/** The language of the documents that load next. */
let nextLanguage = language;
/** Paths of the pages that exist in each available language. The build lists them in the document (scripts/site/prerender.ts). */
let pathsByLanguage: Record<string, readonly string[]> = {};
const translations: Record<string, Message> = {};
/** Requests for words, by page. */
const requests = new Map<string, Promise<void>>();

/** Starts prerendering in a language, with all of its words. */
export function startPrerendering(given: string, words: Record<string, Message>, paths: typeof pathsByLanguage): void {
  language = nextLanguage = given;
  pathsByLanguage = paths;
  Object.assign(translations, words);
}

/**
 * Sets the document's language: the one in the address, or English on other prerendered pages, or else the reader's choice on this device.
 * Returns whether the document's HTML is in this language.
 */
export function startLanguage(isPrerendered: boolean): boolean {
  const { documentElement: root } = document;
  pathsByLanguage = JSON.parse(root.dataset.languages ?? '{}');
  const [, prefix = ''] = location.pathname.split('/');
  const isInAddress = Object.hasOwn(pathsByLanguage, prefix);
  language = nextLanguage = onlyAvailable(isInAddress ? prefix : isPrerendered ? 'en' : (readChoice() ?? 'en'));
  if (isInAddress) chooseLanguage(language);
  const isWritten = root.lang === language;
  root.lang = language;
  if (language === 'ar-XB') root.dir = 'rtl';
  return isWritten;
}

function onlyAvailable(code: string): string {
  return Object.hasOwn(pathsByLanguage, code) ? code : 'en';
}

/** Returns the document's language. */
export const getLanguage = () => language;

/** Returns whether the next page must load as a document, because it is in another language. */
export const isLanguageChanging = () => nextLanguage !== language;

/** Returns the languages of the site other than English. */
export const listLanguages = () => Object.keys(pathsByLanguage);

/** Returns a page's address in the reader's language, or another one: `/de/faq`. Pages that are not translated have one address for all languages. */
export function addressOf(path: string, code = nextLanguage): string {
  const [pathname = ''] = path.split(/[?#]/);
  return pathsByLanguage[code]?.includes(pathname) ? `/${code}${path}` : path;
}

/** Removes the language from an address. The result begins with one slash, because two would lead to another site. */
export function pathOf(address: string): string {
  const [, prefix = ''] = address.split('/');
  return Object.hasOwn(pathsByLanguage, prefix) ? address.slice(prefix.length + 1).replace(/^[/\\]*/, '/') : address;
}

/**
 * Stores the language for the next pages, and for those that have one address for all languages, such as members' pages. `isForAccount`
 * lets the next page store it in the member's account (web/features/accounts/session/follow-language.ts).
 */
export function chooseLanguage(code: string, isForAccount = false): void {
  nextLanguage = onlyAvailable(code);
  try {
    localStorage.setItem('language', code);
    if (isForAccount) sessionStorage.setItem('language', code);
  } catch {
    // Without storage, these pages are in English.
  }
}

/** Returns the reader's last choice on this device. */
export function readChoice(): string | null {
  try {
    return localStorage.getItem('language');
  } catch {
    return null;
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

/** Loads the words of the API's texts and of invalid inputs (scripts/site/languages/api-texts.ts), with code that needs them. */
export function loadApiWords<Loaded = undefined>(load: () => Promise<Loaded> = async () => undefined as Loaded): Promise<Loaded> {
  return loadWithWords('api', load);
}

async function loadWords(page: string): Promise<void> {
  Object.assign(translations, await fetchWords(page, language));
}

/** Returns a page's translations by key, or none if they do not load: the page is readable in English. */
export async function fetchWords(page: string, code: string): Promise<Record<string, Message>> {
  try {
    const response = await fetch(`/assets/words/${document.documentElement.dataset.words}/${code}/${page}.json`);
    return response.ok ? await response.json() : {};
  } catch {
    return {};
  }
}

/** Returns whether the page must be in English because its words did not load. */
export const areWordsMissing = () => language !== 'en' && Object.keys(translations).length === 0;

/** Returns the parts of a message in the reader's language. `key` is only needed if the same English has several translations. */
export function readWords(message: Message, values: Values = {}, key?: string): ReturnType<typeof fillMessage> {
  return fillMessage(language === 'en' ? message : (translations[key ?? hashMessage(message)] ?? message), values, language);
}

/** Called by the code that the `t` macro generates. */
export const i18n = {
  _: (message: Message, values?: Values, key?: string): string => [...readWords(message, values, key)].flat().join(''),
};
