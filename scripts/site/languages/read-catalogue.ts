import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { formatter } from '@lingui/format-po';
import { languages } from '#schema/languages.ts';
import { hashMessage, type Message } from '#schema/message.ts';
import { changeText, testLanguages } from '#scripts/site/languages/test-languages.ts';
import { parseMessage } from '#worker/words/parse-message.ts';

export type Catalogue = Record<string, Translation>;

/** A translation, with the key that the code looks it up by and the id in the .po file. `files` contain the English message. */
interface Translation {
  key: string;
  message: Message;
  files: string[];
}

const readEntries = async (language: string) => {
  const filename = fileURLToPath(new URL(`../../../web/languages/${language}.po`, import.meta.url));
  return formatter().parse(readFileSync(filename, 'utf8'), { locale: language, sourceLocale: 'en', filename });
};

/** Returns the translations of web/languages/<language>.po by Lingui's id. Throws if two English messages have the same key. */
export async function readCatalogue(language: string): Promise<Catalogue> {
  const keys = new Map<string, string>();
  const catalogue: Catalogue = {};
  for (const [id, { message = '', translation, context, origin = [], obsolete }] of Object.entries(await readEntries(language))) {
    if (!translation || obsolete) continue;
    const key = context === undefined ? hashMessage(parseMessage(message)) : id;
    if (keys.has(key)) throw new Error(`Two messages have the key ${key}: ${keys.get(key)} and ${message}. Change one of them.`);
    keys.set(key, message);
    catalogue[id] = { key, message: parseMessage(translation), files: origin.map(([file]) => file) };
  }
  return catalogue;
}

/**
 * Returns the catalogue of each offered language except English. `includesAll` adds the other languages and those for testing, which are
 * made of the English messages.
 */
export async function readCatalogues({ includesAll }: { includesAll: boolean }): Promise<Record<string, Catalogue>> {
  const catalogues: Record<string, Catalogue> = {};
  for (const [language, { isOffered }] of Object.entries<{ isOffered: boolean }>(languages))
    if (isOffered || includesAll) catalogues[language] = await readCatalogue(language);
  if (includesAll) for (const [language, change] of Object.entries(testLanguages)) catalogues[language] = await changedEnglish(change);
  return catalogues;
}

/** Returns a catalogue in which the text of each English message is changed. */
export async function changedEnglish(change: (text: string) => string): Promise<Catalogue> {
  const english = Object.entries(await readCatalogue('en'));
  return Object.fromEntries(english.map(([id, { message, ...rest }]) => [id, { ...rest, message: changeText(message, change) }]));
}

/** Returns the words for browsers or the Worker: messages by key. */
export function wordsOf(catalogue: Catalogue, includes: (id: string) => boolean = () => true): Record<string, Message> {
  const included = Object.entries(catalogue).filter(([id]) => includes(id));
  return Object.fromEntries(included.map(([, { key, message }]) => [key, message]));
}
