/** Tests which numbers and dates are formatted in the user's locale, and which are not. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let language = 'en-US';
beforeEach(() => {
  vi.resetModules();
  vi.spyOn(navigator, 'language', 'get').mockImplementation(() => language);
});
afterEach(() => {
  delete document.documentElement.dataset.languages;
  localStorage.clear();
  vi.restoreAllMocks();
});

async function writtenIn(of: string) {
  language = of;
  const { startLanguage } = await import('#web/lib/words/words.ts');
  startLanguage(false);
  const { date, dateTime, dollars, formatDollars, monthName, number, plural } = await import('#web/lib/format.ts');
  return {
    price: dollars(120_450).replaceAll(/\s/g, ' '),
    amount: formatDollars(-1_204.5).replaceAll(/\s/g, ' '),
    count: number(1_204),
    cards: plural(999, 'card'),
    day: date('2026-11-21T12:00:00Z'),
    moment: dateTime('2026-11-21T12:00:00Z').length > date('2026-11-21T12:00:00Z').length,
    month: monthName('2026-11'),
  };
}

test('American English matches the examples in the code', async () => {
  expect(await writtenIn('en-US')).toEqual({
    ...{ price: '$1,204.50', amount: '−$1,204.50', count: '1,204', cards: '999 cards' },
    ...{ day: 'Nov 21, 2026', moment: true, month: 'November 2026' },
  });
});

test('German has its own separators, signs and months; prices in sentences are unchanged', async () => {
  expect(await writtenIn('de-DE')).toEqual({
    ...{ price: '$1,204.50', amount: '−1.204,50 $', count: '1.204', cards: '999 cards' },
    ...{ day: '21.11.2026', moment: true, month: 'November 2026' },
  });
});

test("a German page has German dates and numbers in every browser, and a Swiss browser's are Swiss", async () => {
  document.documentElement.dataset.languages = '{"de":[]}';
  localStorage.setItem('language', 'de');
  expect(await writtenIn('fr-FR')).toMatchObject({ price: '1.204,50 $', count: '1.204', day: '21.11.2026' });
  vi.resetModules();
  expect(await writtenIn('de-CH')).toMatchObject({ count: expect.stringMatching(/^1['’]204$/), day: '21.11.2026' });
});

test('a range of prices names the currency once in German', async () => {
  document.documentElement.dataset.languages = '{"de":[]}';
  const ranges = async (choice: string) => {
    localStorage.setItem('language', choice);
    vi.resetModules();
    await writtenIn('de-DE');
    const { formatCosts } = await import('#web/features/stays/format-costs.ts');
    return [1_800, 1_850].map((fromCents) => formatCosts({ fromCents, toCents: 6_900 })).map((range) => range.replaceAll(/\s/g, ' '));
  };
  expect(await ranges('en')).toEqual(['$18–$69', '$18.50–$69']);
  expect(await ranges('de')).toEqual(['18–69 $', '18,50–69,00 $']);
});

test('digits and years are the same as in emails and certificates, also in Arabic and Thai', async () => {
  expect((await writtenIn('ar-EG')).day).toMatch(/2026/);
  vi.resetModules();
  expect((await writtenIn('th-TH')).day).toMatch(/2026/);
});

test('an invalid language falls back to American English', async () => {
  expect((await writtenIn('en-US@posix')).day).toBe('Nov 21, 2026');
});
