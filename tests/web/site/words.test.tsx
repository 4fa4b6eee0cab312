import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashMessage } from '#schema/message.ts';
import { fakeServer } from '#tests/web/support/fake-server.ts';
import { LanguageOfferPlace } from '#web/frame/LanguageOfferPlace.tsx';
import { SiteFooter } from '#web/frame/SiteFooter.tsx';
import { SiteHeader } from '#web/frame/SiteHeader.tsx';
import { LanguageRouter } from '#web/lib/words/LanguageRouter.tsx';
import { Trans } from '#web/lib/words/Trans.tsx';
import { addressOf, areWordsMissing, getLanguage, pathOf, startLanguage } from '#web/lib/words/words.ts';
import { pages } from '#web/routes.ts';

const html = document.documentElement;
beforeEach(() => {
  html.lang = 'en';
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  history.replaceState(null, '', '/');
  delete html.dataset.languages;
  startLanguage(false);
});

/** Offers German, in which the pages with these paths exist. */
function offerGerman(...paths: string[]): void {
  html.dataset.languages = JSON.stringify({ de: paths });
}

/** Answers the request for the page's words, and refuses all others. */
function serveWords(words: object | undefined): string[] {
  fakeServer({});
  const requested: string[] = [];
  html.dataset.words = 'v1';
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path);
    return words ? Response.json(words) : new Response(null, { status: 404 });
  });
  return requested;
}

test('in English, a page loads no words', async () => {
  const requested = serveWords({});
  offerGerman();
  expect([startLanguage(false), getLanguage()]).toEqual([true, 'en']);
  await pages.stays.preload();
  expect(requested).toEqual([]);
});

test('without its words, a page is in English', async () => {
  serveWords(undefined);
  offerGerman();
  localStorage.setItem('language', 'de');
  startLanguage(false);
  await pages.home.preload();
  render(<pages.home.Component />);
  expect(screen.getByRole('heading', { level: 1, name: 'Earn Vacations Geocaching' })).toBeTruthy();
  expect(screen.getByText(/^Order and place cards, 1\s\$ each$/)).toBeTruthy();
});

test.each(['xx', 'en-XA', 'toString', 'de'])('the language %s is English unless the site offers it', (choice) => {
  localStorage.setItem('language', choice);
  history.replaceState(null, '', `/${choice}/`);
  startLanguage(false);
  expect(getLanguage()).toBe('en');
});

test('the address decides on the language of a prerendered page, and the choice on that of other pages', () => {
  offerGerman('/', '/faq');
  const languageAt = (address: string, isPrerendered: boolean) => {
    history.replaceState(null, '', address);
    startLanguage(isPrerendered);
    return getLanguage();
  };
  expect([languageAt('/', true), languageAt('/dashboard', false)]).toEqual(['en', 'en']);
  expect(languageAt('/de/faq', true)).toBe('de');
  expect([languageAt('/', true), languageAt('/dashboard', false)]).toEqual(['en', 'de']);
});

test('only translated pages have an address per language', () => {
  offerGerman('/', '/faq');
  history.replaceState(null, '', '/de/');
  startLanguage(true);
  expect(['/', '/faq#tokens', '/stays', '/dashboard?tab=x', '?tab=x'].map((path) => addressOf(path))).toEqual([
    ...['/de/', '/de/faq#tokens', '/stays', '/dashboard?tab=x', '?tab=x'],
  ]);
  expect(addressOf('/faq', 'en')).toBe('/faq');
  expect(['/de', '/de/', '/de/faq', '/designs', '/de//evil.test/x', '/de/\\evil.test'].map(pathOf)).toEqual([
    '/',
    '/',
    '/faq',
    '/designs',
    '/evil.test/x',
    '/evil.test',
  ]);
});

test('links and navigation keep the language', async () => {
  serveWords({});
  offerGerman('/', '/faq');
  history.replaceState(null, '', '/de/');
  startLanguage(true);
  render(
    <LanguageRouter>
      <SiteHeader />
      <SiteFooter />
    </LanguageRouter>,
  );
  const [link] = screen.getAllByRole('link', { name: 'FAQ', hidden: true });
  expect(link?.getAttribute('href')).toBe('/de/faq');
  fireEvent.click(link as HTMLElement);
  expect(location.pathname).toBe('/de/faq');
  expect(link?.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'English' }).getAttribute('href')).toBe('/faq');
  expect(screen.getByRole('link', { name: 'Deutsch', current: true }).getAttribute('href')).toBe('/de/faq');
  fireEvent.click(screen.getByRole('link', { name: 'English' }));
  expect(localStorage.getItem('language')).toBe('en');
});

test('a language that is not offered is not mentioned', () => {
  startLanguage(false);
  render(<SiteFooter />);
  expect(screen.queryByRole('link', { name: 'Deutsch' })).toBeNull();
});

test('a visitor whose browser is in German is offered German once', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-AT');
  offerGerman('/card');
  history.replaceState(null, '', '/card?id=TC-0000001');
  const german = {
    'This page is also available in English.': 'Diese Seite gibt es auch auf Deutsch.',
    'Read in English': 'Auf Deutsch lesen',
    Close: 'Schließen',
  };
  const requested = serveWords(Object.fromEntries(Object.entries(german).map(([english, text]) => [hashMessage(english), text])));
  startLanguage(true);
  const { unmount } = render(<LanguageOfferPlace />);
  expect((await screen.findByRole('link', { name: 'Auf Deutsch lesen' })).getAttribute('href')).toBe('/de/card?id=TC-0000001');
  await userEvent.click(screen.getByRole('button', { name: 'Schließen' }));
  expect(screen.queryByRole('link')).toBeNull();
  expect(requested).toEqual(['/assets/words/v1/de/card.json']);
  unmount();
  render(<LanguageOfferPlace />);
  await act(() => import('#web/frame/LanguageOffer.tsx'));
  expect(screen.queryByRole('link')).toBeNull();
});

test('a language whose words do not load is not offered', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de');
  serveWords(undefined);
  offerGerman('/faq');
  history.replaceState(null, '', '/faq');
  startLanguage(true);
  render(<LanguageOfferPlace />);
  await act(() => import('#web/frame/LanguageOffer.tsx'));
  expect(screen.queryByRole('link')).toBeNull();
});

describe('the site follows the language of the member’s account', () => {
  const opened = { reload: vi.fn(), replace: vi.fn() };
  beforeEach(() => void vi.clearAllMocks());
  afterEach(() => sessionStorage.clear());

  /** Opens the page on a device that last showed `choice`. */
  async function open(address: string, choice: string) {
    offerGerman('/', '/faq');
    localStorage.setItem('language', choice);
    history.replaceState(null, '', address);
    vi.resetModules();
    const words = await import('#web/lib/words/words.ts');
    words.startLanguage(address.startsWith('/faq'));
    const { followLanguage } = await import('#web/features/accounts/session/follow-language.ts');
    return { ...words, follow: (code: string) => followLanguage(code, opened) };
  }

  test('a member’s page that has just opened loads again, and a later change applies to the next page', async () => {
    const { follow, isLanguageChanging, addressOf: nextAddressOf } = await open('/dashboard', 'en');
    follow('de');
    expect(opened.reload).toHaveBeenCalledTimes(1);
    follow('en');
    follow('de');
    expect(opened.reload).toHaveBeenCalledTimes(1);
    expect([isLanguageChanging(), nextAddressOf('/faq'), localStorage.getItem('language')]).toEqual([true, '/de/faq', 'de']);
  });

  test('a public page opens at its address', async () => {
    const { follow } = await open('/faq?a=1#tokens', 'en');
    follow('de');
    expect(opened.replace.mock.calls).toEqual([['/de/faq?a=1#tokens']]);
  });

  test('a page in the account’s language stays, and so does one for testing', async () => {
    const german = await open('/dashboard', 'de');
    german.follow('de');
    const accents = await open('/dashboard', 'en-XA');
    accents.follow('de');
    expect([opened.reload.mock.calls, localStorage.getItem('language')]).toEqual([[], 'en-XA']);
  });

  test('a choice on the previous page is stored in the account', async () => {
    const { chooseLanguage, follow } = await open('/dashboard', 'de');
    const sent = fakeServer({ 'PUT /api/preferences/language': { status: 500, json: {} } });
    chooseLanguage('en', true);
    follow('de');
    follow('en');
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ language: 'en' }]));
    expect([opened.reload.mock.calls, localStorage.getItem('language')]).toEqual([[], 'en']);
  });
});

test('a translated page loads its words and shows them', async () => {
  const requested = serveWords({
    [hashMessage('Earn Vacations Geocaching')]: 'Verdiene dir Urlaub beim Geocaching',
    [hashMessage(['Order and place cards, ', ['0'], ' each'])]: ['Karten bestellen und auslegen, je ', ['0']],
  });
  localStorage.setItem('language', 'de');
  offerGerman();
  vi.resetModules();
  const { startLanguage: start } = await import('#web/lib/words/words.ts');
  const { pages: freshPages } = await import('#web/routes.ts');
  expect(start(false)).toBe(false);
  await freshPages.home.preload();
  expect(requested).toEqual(['/assets/words/v1/de/home.json']);
  expect(html.lang).toBe('de');
  render(<freshPages.home.Component />);
  expect(screen.getByRole('heading', { level: 1, name: 'Verdiene dir Urlaub beim Geocaching' })).toBeTruthy();
  expect(screen.getByText('Karten bestellen und auslegen, je 1 $')).toBeTruthy();
  expect(screen.getByText('Everything in Free')).toBeTruthy();
});

test('a prerendered translation is in English if its words do not load', async () => {
  serveWords(undefined);
  offerGerman('/stays');
  html.lang = 'de';
  history.replaceState(null, '', '/de/stays');
  expect(startLanguage(true)).toBe(true);
  await pages.stays.preload();
  expect(areWordsMissing()).toBe(true);
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
