import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { hashMessage } from '#schema/message.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { Trans } from '#web/lib/words/Trans.tsx';
import { startLanguage } from '#web/lib/words/words.ts';
import { pages } from '#web/routes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  startLanguage();
});

/** Answers the request for the page's words, and refuses all others. */
function serveWords(words: object | undefined): string[] {
  fakeServer({});
  const requested: string[] = [];
  document.documentElement.dataset.words = 'v1';
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    return words ? Response.json(words) : new Response(null, { status: 404 });
  });
  return requested;
}

test('in English, a page loads no words', async () => {
  const requested = serveWords({});
  expect(startLanguage()).toBe(false);
  await pages.stays.preload();
  expect(requested).toEqual([]);
});

test('without its words, a page is in English', async () => {
  serveWords(undefined);
  localStorage.setItem('language', 'de');
  startLanguage();
  await pages.home.preload();
  render(<pages.home.Component />);
  expect(screen.getByRole('heading', { level: 1, name: 'Earn Vacations Geocaching' })).toBeTruthy();
  expect(screen.getByText('Order and place cards, $1 each')).toBeTruthy();
});

test('an unknown language, or one for tests, is English in production', () => {
  for (const choice of ['xx', 'en-XA', 'toString']) {
    localStorage.setItem('language', choice);
    expect(startLanguage()).toBe(false);
  }
});

test('a translated page loads its words and shows them', async () => {
  const requested = serveWords({
    [hashMessage('Earn Vacations Geocaching')]: 'Verdiene dir Urlaub beim Geocaching',
    [hashMessage(['Order and place cards, ', ['0'], ' each'])]: ['Karten bestellen und auslegen, je ', ['0']],
  });
  localStorage.setItem('language', 'de');
  vi.resetModules();
  const { startLanguage: start } = await import('#web/lib/words/words.ts');
  const { pages: freshPages } = await import('#web/routes.ts');
  expect(start()).toBe(true);
  await freshPages.home.preload();
  expect(requested).toEqual(['/assets/words/v1/de/home.json']);
  expect(document.documentElement.lang).toBe('de');
  render(<freshPages.home.Component />);
  expect(screen.getByRole('heading', { level: 1, name: 'Verdiene dir Urlaub beim Geocaching' })).toBeTruthy();
  expect(screen.getByText('Karten bestellen und auslegen, je $1')).toBeTruthy();
  expect(screen.getByText('Everything in Free')).toBeTruthy();
});

test('tags in a message stand for elements, and unknown tags show their content', () => {
  render(
    <p>
      <Trans
        message={['Read the <0>terms of ', ['name'], '</0><1/> and <7>more</7>.']}
        values={{ name: '<0>us</0>' }}
        // biome-ignore lint/a11y/useAnchorContent: the message has the content
        components={{ 0: <a href="/terms" />, 1: <br /> }}
      />
    </p>,
  );
  expect(screen.getByRole('link').textContent).toBe('terms of <0>us</0>');
  expect(screen.getByRole('paragraph').textContent).toBe('Read the terms of <0>us</0> and more.');
});
