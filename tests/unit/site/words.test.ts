import { expect, test } from 'vitest';
import { isErrorCode } from '#schema/errors.ts';
import { fillMessage, type Values } from '#schema/message.ts';
import { listApiTexts, officeErrors } from '#scripts/site/languages/api-texts.ts';
import { collectPageIds, findUnmarkedText } from '#scripts/site/languages/page-words.ts';
import { translateNotices } from '#scripts/site/languages/schema-texts.ts';
import { changeText, testLanguages } from '#scripts/site/languages/test-languages.ts';
import { parseWording } from '#web/lib/api/parse-wording.ts';
import { parseMessage } from '#worker/words/parse-message.ts';

const fill = (text: string, values: Values, language: string) => [...fillMessage(parseMessage(text), values, language)].flat().join('');

test('each language chooses its own plural form', () => {
  const english = '{count, plural, =0 {no cards} one {# card} other {# cards}}';
  expect([0, 1, 2, 1_234].map((count) => fill(english, { count }, 'en'))).toEqual(['no cards', '1 card', '2 cards', '1,234 cards']);
  const czech = '{count, plural, one {# karta} few {# karty} many {# karty} other {# karet}}';
  expect([1, 3, 5, 1.5].map((count) => fill(czech, { count }, 'cs'))).toEqual(['1 karta', '3 karty', '5 karet', '1,5 karty']);
  expect([1, 12_345].map((count) => fill('カード{count, plural, other {#枚}}', { count }, 'ja'))).toEqual(['カード1枚', 'カード12,345枚']);
});

test('a choice by text has a case for the rest', () => {
  const text = '{tier, select, free {Kostenlos} other {Bezahlt von {name}}}';
  expect(fill(text, { tier: 'free' }, 'de')).toBe('Kostenlos');
  expect(fill(text, { tier: 'basic', name: 'Ada' }, 'de')).toBe('Bezahlt von Ada');
});

test('a value that looks like a tag is shown as it is', () => {
  expect([...fillMessage(parseMessage('Hello <0>{name}</0>'), { name: '<0>' }, 'en')]).toEqual(['Hello <0>', ['<0>'], '</0>']);
});

test('a message with wrong syntax or a format is refused', () => {
  expect(() => parseMessage('{count, plural, one {# card}')).toThrow();
  expect(() => parseMessage('{when, date, short}')).toThrow('{when, date}');
});

test('the test languages change the text and keep tags, placeholders and case names', () => {
  const message = parseMessage('{count, plural, one {Find <0>#</0> of {name}} other {Find more}}');
  expect(changeText(message, (text) => text.toUpperCase())).toEqual([
    ['count', 'plural', { one: ['FIND <0>', '#', '</0> OF ', ['name']], other: 'FIND MORE' }],
  ]);
  expect(testLanguages['en-XA']?.('Find your first card').length).toBeGreaterThanOrEqual(20 * 1.2);
  expect(testLanguages['ar-XB']?.('Find it')).toBe('\u202eFind\u202c \u202eit\u202c');
});

test('a page has the words of the frame, its own code and the code that it loads later, and not those of other pages', () => {
  const idsByChunk = {
    'main.js': ['frame'],
    'menu.js': ['menu'],
    'home.js': ['home'],
    'map.js': ['map'],
    'later.js': ['later'],
    'auth.js': ['auth'],
  };
  const chunk = (file: string, more = {}) => ({ file, ...more });
  const manifest = {
    'main.tsx': chunk('main.js', { isEntry: true, dynamicImports: ['frame/Menu.tsx', 'pages/home.tsx', 'pages/auth.tsx'] }),
    'frame/Menu.tsx': chunk('menu.js', { imports: ['_map.js'] }),
    'pages/home.tsx': chunk('home.js', { imports: ['main.tsx', '_map.js'] }),
    '_map.js': chunk('map.js', { dynamicImports: ['features/later.tsx'] }),
    'features/later.tsx': chunk('later.js'),
    'pages/auth.tsx': chunk('auth.js', { imports: ['main.tsx'] }),
  };
  expect([...collectPageIds('pages/home.tsx', manifest, idsByChunk)].sort()).toEqual(['frame', 'home', 'later', 'map', 'menu']);
  expect([...collectPageIds('pages/auth.tsx', manifest, idsByChunk)].sort()).toEqual(['auth', 'frame', 'map', 'menu']);
});

test('text outside of messages is found, except names, email addresses and legal texts', () => {
  expect(
    findUnmarkedText('<h1>404  </h1><strong translate="no">Cache Cards</strong><p>  &amp; $5, help@example.com</p><img alt="">'),
  ).toEqual([]);
  expect(findUnmarkedText('<main><div lang="en"><div><p>We</p></div></div></main>')).toEqual([]);
  expect(findUnmarkedText('<p>Find <a aria-label="Close">x</a></p>')).toEqual(['Find ', 'Close']);
});

test('the notices for pages that do not load are translated in their HTML', () => {
  const shell = '<p id="not-loaded" hidden>Please <a href="">reload</a>.</p><p>Other</p>';
  const german = (text: string) => (text === 'Please <0>reload</0>.' ? 'Bitte <0>neu laden</0>.' : text);
  expect(translateNotices(shell, german)).toBe('<p id="not-loaded" hidden>Bitte <a href="">neu laden</a>.</p><p>Other</p>');
});

test('errors for administrators are known codes, and each other text of the API has a key that browsers can compute', async () => {
  const apiTexts = await listApiTexts();
  for (const code of officeErrors) expect(isErrorCode(code), code).toBe(true);
  for (const text of apiTexts) expect(parseWording(text), text).toEqual(parseMessage(text));
  expect(apiTexts).toContain('Need {missing} more');
  expect(apiTexts).toContain('Please enter a valid email address');
  expect(apiTexts).not.toContain('The printer needs a phone number for the carrier. Please correct the address.');
});
