/** Hydration of prerendered pages: the first render must match the existing HTML. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memberRouteNames, type PrerenderedName, prerendered, routeAt, routes } from '#schema/routes.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { refused } from '#tests/web/support/refused.ts';
import { site } from '#tests/web/support/site-config.ts';
import { App } from '#web/app.tsx';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { clearSession, storeToken } from '#web/lib/auth-storage.ts';
import { disableClientNavigation } from '#web/lib/react/hydration.ts';
import { renderFrame, renderPage } from '#web/prerender/render.tsx';

const names = Object.keys(prerendered) as PrerenderedName[];

let root: Root | undefined;
beforeEach(() => {
  localStorage.clear();
  clearSession();
  setUser(undefined);
  vi.stubGlobal('scrollTo', () => {});
  Element.prototype.scrollIntoView = () => {};
});
afterEach(() => {
  act(() => root?.unmount());
  document.body.innerHTML = '';
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Hydrates a page and returns React's errors and warnings. */
async function hydrate(html: string, address: string, meanwhile: (place: HTMLElement) => void = () => {}): Promise<string[]> {
  history.replaceState(null, '', address);
  const place = document.createElement('div');
  // The id must match the root id in web/prerender/document.ts.
  place.id = 'root';
  place.dataset.page = routeAt(new URL(address, location.href).pathname);
  place.innerHTML = html;
  document.body.append(place);
  meanwhile(place);
  const complaints: string[] = [];
  vi.spyOn(console, 'error').mockImplementation((...words) => void complaints.push(words.map(String).join(' ')));
  await act(async () => {
    root = hydrateRoot(
      place,
      <StrictMode>
        <App />
      </StrictMode>,
      { onRecoverableError: (error) => void complaints.push(String(error)) },
    );
  });
  return complaints;
}

test.each(names)('%s hydrates without differences', async (name) => {
  const html = await renderPage(name);
  fakeServer({ 'GET /api/config': { json: site } });
  expect(await hydrate(html, routes[name].path)).toEqual([]);
});

test.each(names)('%s hydrates without differences for a member', async (name) => {
  const html = await renderPage(name);
  fakeServer({ 'GET /api/user': { json: member }, 'GET /api/config': { json: site } });
  storeToken('tok');
  expect(await hydrate(html, routes[name].path)).toEqual([]);
});

test.each(memberRouteNames)('the frame of %s hydrates without differences for a member', async (name) => {
  const html = await renderFrame(name);
  fakeServer({ 'GET /api/config': { json: site }, 'GET /api/user': refused('identity_unavailable') });
  storeToken('tok');
  expect(await hydrate(html, routes[name].path.replaceAll(/:\w+/g, 'x'))).toEqual([]);
});

test('a member page’s frame has the bar at once, hidden from guests, who are sent to sign in', async () => {
  const html = await renderFrame('dashboard');
  expect(html).toContain('class="member-bar is-row members-only"');
  expect(html).toContain('aria-current="page"');
  expect(html).toContain('Checking your session…');
  fakeServer({ 'GET /api/config': { json: site } });
  expect(await hydrate(html, '/dashboard')).toEqual([]);
  await vi.waitFor(() => expect(location.pathname).toBe('/auth'));
  expect(screen.queryByRole('navigation', { name: 'Member' })).toBeNull();
});

test('a card’s page is prerendered as loading, and loads the card once its id is known', async () => {
  const html = await renderPage('card');
  expect(html).toContain('Loading Cache Card information...');
  const card = { cardId: 'TC-0000001', location: 'Riverside Park', description: null };
  fakeServer({ 'GET /api/card/TC-0000001': { json: { card } } });
  expect(await hydrate(html, '/card?id=TC-0000001')).toEqual([]);
  await vi.waitFor(() => expect(document.body.textContent).toContain('Riverside Park'));
});

test.each(names)('%s has one heading', async (name) => {
  expect((await renderPage(name)).match(/<h1[ >]/g)).toHaveLength(1);
});

test.each(names)('no form of %s submits anywhere without code', async (name) => {
  const place = document.createElement('div');
  place.innerHTML = await renderPage(name);
  for (const form of place.querySelectorAll('form')) expect(form.method).toBe('dialog');
});

test('links load documents until the page is hydrated, and navigate within it afterwards', async () => {
  const html = await renderPage('home');
  fakeServer({ 'GET /api/config': { json: site } });
  const press = (place: HTMLElement) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true });
    [...place.querySelectorAll('a')].find(({ textContent }) => textContent === 'About')?.dispatchEvent(event);
    return event;
  };
  disableClientNavigation();
  await hydrate(html, '/', (place) => expect(press(place).defaultPrevented).toBe(false));
  await act(async () => expect(press(document.body).defaultPrevented).toBe(true));
  expect(location.pathname).toBe('/about');
});

test.each(['auth', 'forgotPassword', 'contact'] as const)('%s keeps input from before its code has loaded', async (name) => {
  const html = await renderPage(name);
  fakeServer({ 'GET /api/config': { json: site } });
  const typed = new Map<Element, string>();
  const complaints = await hydrate(html, routes[name].path, (place) => {
    for (const field of place.querySelectorAll<HTMLInputElement>('input[type=email], input[type=password], textarea')) {
      field.value = `typed in ${field.name}`;
      typed.set(field, field.value);
    }
  });
  expect(complaints).toEqual([]);
  expect(typed.size).toBeGreaterThan(0);
  for (const [field, value] of typed) expect((field as HTMLInputElement).value).toBe(value);
});

test.each(['/auth?ref=BASTH26B', '/auth?next=1'])('%s hydrates without differences from the common HTML', async (address) => {
  const html = await renderPage('auth');
  fakeServer({ 'GET /api/config': { json: site } });
  const form = () => document.querySelector('form[aria-label="Sign In"]');
  let before: Element | null = null;
  expect(await hydrate(html, address, () => (before = form()))).toEqual([]);
  expect(form()).toBe(before);
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe(address.includes('ref') ? 'Register' : 'Sign In');
});

test('an email typed before an invitation opens the other tab moves along, with the focus', async () => {
  const html = await renderPage('auth');
  fakeServer({ 'GET /api/config': { json: site } });
  const complaints = await hydrate(html, '/auth?ref=BASTH26B', (place) => {
    const email = place.querySelector<HTMLInputElement>('[name=email]');
    if (!email) return;
    email.value = 'fay@trail.test';
    email.focus();
  });
  expect(complaints).toEqual([]);
  const register = within(await screen.findByRole('form', { name: 'Register' }, { timeout: 5_000 }));
  const email = register.getByLabelText<HTMLInputElement>('Email');
  expect(email.value).toBe('fay@trail.test');
  expect(document.activeElement).toBe(email);
});

test('input from before the sign-in form’s code has loaded is sent', async () => {
  const sent = fakeServer({
    'GET /api/config': { json: site },
    'POST /api/login': refused('wrong_credentials'),
  });
  await hydrate(await renderPage('auth'), '/auth', (place) => {
    const [form] = place.querySelectorAll('form');
    for (const [name, text] of [
      ['email', 'fay@trail.test'],
      ['password', 'trail-mix-7'],
    ] as const) {
      const field = form?.querySelector<HTMLInputElement>(`[name=${name}]`);
      if (field) field.value = text;
    }
  });
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  await vi.waitFor(() =>
    expect(sent.find(({ path }) => path === '/api/login')?.body).toEqual({ email: 'fay@trail.test', password: 'trail-mix-7' }),
  );
});
