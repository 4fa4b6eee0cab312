import { expect, test, vi } from 'vitest';
import { hashMessage, type Message } from '#schema/message.ts';
import { parseStoredText } from '#schema/stored-text.ts';
import { storedText } from '#web/lib/words/stored-text.ts';
import { loadWithWords, startLanguage } from '#web/lib/words/words.ts';

test('a text stored in English is in the reader’s language, with its month', async () => {
  const [chest] = parseStoredText('Bronze chest, October 2026');
  const words: Record<string, Message> = {
    [hashMessage(chest)]: ['Truhe ', ['level'], ', ', ['month']],
    [hashMessage('Bronze')]: 'Bronze (de)',
  };
  vi.stubGlobal('fetch', async () => Response.json(words));
  document.documentElement.dataset.languages = '{"de":[]}';
  localStorage.setItem('language', 'de');
  startLanguage(false);
  await loadWithWords('referrals', async () => undefined);
  expect(storedText('Bronze chest, October 2026')).toBe('Truhe Bronze (de), Oktober 2026');
  expect(storedText('Carried over from 2023')).toBe('Carried over from 2023');
});
