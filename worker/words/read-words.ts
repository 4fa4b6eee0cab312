import type { Message } from '#schema/message.ts';
import { readSiteFile, type SiteFiles } from '#worker/store/site-lists.ts';
import { createWords, english, type Words } from './words.ts';

/** Returns the words of a language. If they cannot be read, they are English. */
export async function readWords(files: SiteFiles | undefined, language: string): Promise<Words> {
  if (language === 'en') return english;
  const parse = (text: string) => createWords(language, JSON.parse(text) as Record<string, Message>);
  return (await readSiteFile(files, `words-${language}.json`, parse)) ?? english;
}
