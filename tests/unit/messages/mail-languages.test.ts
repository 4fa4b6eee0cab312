/** Emails and notifications in the member's language. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { languages } from '#schema/languages.ts';
import { hashMessage } from '#schema/message.ts';
import { pushTemplates } from '#schema/messages/push.ts';
import { certificateOptions } from '#schema/rules.ts';
import { workerExtractor } from '#scripts/site/languages/extract-worker-words.ts';
import { readCatalogue, wordsOf } from '#scripts/site/languages/read-catalogue.ts';
import { changeText } from '#scripts/site/languages/test-languages.ts';
import { siteListFiles } from '#scripts/site/site-lists.ts';
import { samplePayloads } from '#tests/support/messages/sample-mails.ts';
import { type MailTemplate, officeTemplates } from '#worker/domain/messages/mail.ts';
import { composeMail } from '#worker/mails/compose.ts';
import { composePush } from '#worker/mails/compose-push.ts';
import { readWords } from '#worker/words/read-words.ts';
import { createWords, english, type Words } from '#worker/words/words.ts';

let linkSigningKey: CryptoKey;
/** Words in which a single letter replaces each English word. Japanese dates and amounts contain no Latin words. */
let hidden: Words;
beforeAll(async () => {
  linkSigningKey = await crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const catalogue = Object.entries(await readCatalogue('en')).map(([id, translation]) => {
    const message = changeText(translation.message, (text) => text.replace(/[\p{L}’]+/gu, 'ж'));
    return [id, { ...translation, message }];
  });
  hidden = createWords('ja', wordsOf(Object.fromEntries(catalogue)));
});
afterEach(() => vi.restoreAllMocks());

const compose = (template: string, payload: object, words: Words) =>
  composeMail(
    {
      messageId: '<0b4e@cards.test>',
      userId: 7,
      unsubscribeEpoch: 2,
      username: null,
      template,
      to: 'fay@example.test',
      payload: JSON.stringify(payload),
    },
    { publicOrigin: 'https://cards.test', linkSigningKey },
    words,
  );

const latinWords = (text: string) => text.match(/[A-Za-z]{2,}/g) ?? [];
const names = latinWords(`Cache Cards English Facebook Google cards.test ${certificateOptions.map(({ name }) => name).join(' ')}`);
const memberTemplates = (Object.keys(samplePayloads) as MailTemplate[]).filter(
  (template) => !(officeTemplates as readonly string[]).includes(template),
);

test.each(memberTemplates)('%s is in the member’s language, except for its values', async (template) => {
  const { subject, text, html } = await compose(template, samplePayloads[template], hidden);
  const values = latinWords(Object.values(samplePayloads[template]).join(' '));
  const shown = `${subject}\n${text}\n${html.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')}`.replace(/https?:\S+|&\w+;/g, '');
  expect(latinWords(shown).filter((word) => ![...values, ...names].includes(word))).toEqual([]);
});

test.each(pushTemplates)('a notification about %s is in the member’s language', (template) => {
  const payload = JSON.stringify({ cardId: 'TC-0000007', count: '2', daysLeft: '3' });
  const { title, body, turnOff, turnedOff } = composePush({ template, payload, subject: 'one' }, hidden);
  expect(latinWords([title, body, turnOff, ...turnedOff].join(' ').replace('TC-0000007', ''))).toEqual([]);
});

test.each(Object.keys(languages))('emails in the language %s have all facts and no placeholders', async (language) => {
  const words = await readWords(siteListFiles, language as keyof typeof languages);
  const factsOf = (html: string) => html.match(/<th\b/g)?.length;
  for (const template of memberTemplates) {
    const [mail, original] = await Promise.all([words, english].map((one) => compose(template, samplePayloads[template], one)));
    expect(factsOf(mail?.html ?? ''), template).toBe(factsOf(original?.html ?? ''));
    expect(`${mail?.subject} ${mail?.text}`, template).not.toMatch(/[{}]|<\d/);
  }
});

test('a German email has German dates, amounts, plural forms and quotation marks', async () => {
  const german = await readWords(siteListFiles, 'de');
  const notice = await compose('renewal_notice', samplePayloads.renewal_notice, german);
  expect(notice.subject).toBe('Deine Mitgliedschaft verlängert sich am 21. Dezember 2026');
  expect(notice.html).toContain('<html lang="de">');
  for (const text of ['Hallo Fay,', 'Basic-Mitgliedschaft', 'Preis: 50,00\u00a0$']) expect(notice.text).toContain(text);
  const purchase = await compose('purchase', { kind: 'membership', description: 'Basic membership, one year' }, german);
  expect(purchase.text).toContain('Basic-Mitgliedschaft, ein Jahr');
  const change = await compose('profile_changed', samplePayloads.profile_changed, german);
  expect(change.text.replace(/\s+/g, ' ')).toContain('Folgendes korrigiert: Name, Adresse.');
  const digest = await compose('card_digest', samplePayloads.card_digest, german);
  for (const text of ['TC-0000003, „Old mill“: 3 Funde', 'Und 2 weitere Karten.', 'Abbestellen:']) expect(digest.text).toContain(text);
});

test('a Japanese email has lines of 76 columns, Japanese fonts and a whole subject', async () => {
  const sentence = 'カードが見つかりました。「森の小道」で、あなたのカードを見つけた人がいます。';
  const japanese = createWords('ja', { [hashMessage('You wrote:')]: sentence.repeat(3) });
  const { text, html } = await compose('contact_answer', { number: '31', answer: sentence.repeat(5), words: sentence.repeat(3) }, japanese);
  const lines = text.split('\n').filter((line) => /\p{Script=Hiragana}/u.test(line));
  const columns = lines.map((line) => [...line].reduce((sum, letter) => sum + (letter > '\u1100' ? 2 : 1), 0));
  expect(Math.max(...columns)).toBeLessThanOrEqual(76);
  expect(columns.filter((count) => count > 68).length).toBeGreaterThan(4);
  expect(lines.filter((line) => /^(> )?[。、」ーっ]|[「]$/.test(line))).toEqual([]);
  expect(html).toContain('<html lang="ja">');
  expect(html).toContain("font:700 26px/1.25 'Hiragino");
  const { subject } = await compose('contact_message', { name: `a${'𠮷'.repeat(200)}` }, english);
  expect(subject.isWellFormed()).toBe(true);
});

describe('words', () => {
  test('are English where a translation is missing', () => {
    expect(createWords('de', {}).t('{count, plural, one {# card} other {# cards}}', { count: 2 })).toBe('2 cards');
  });

  test('are English, and the failure is logged once, if they cannot be read', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const files = { fetch: async () => new Response('', { status: 503 }) };
    expect([await readWords(files, 'de'), await readWords(files, 'de')]).toEqual([english, english]);
    expect(log.mock.calls.map(([line]) => JSON.parse(line).list)).toEqual(['words-de.json']);
  });

  test('that are put together at run time cannot be extracted', async () => {
    const extract = async (code: string) => {
      const messages: unknown[] = [];
      await workerExtractor.extract('/worker/mails/one.ts', code, ({ message }) => messages.push(message), {} as never);
      return messages;
    };
    expect(await extract(`t('Hi {name},', { name }); words.t('Hi there,');`)).toEqual(['Hi {name},', 'Hi there,']);
    await expect(extract(`t('Hi ' + name);`)).rejects.toThrow('The message must be a string literal.');
  });
});
