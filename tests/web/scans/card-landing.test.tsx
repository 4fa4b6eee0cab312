import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, heldBack, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { takeReturnPath } from '#web/features/accounts/session/return-path.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { CardLandingPage } from '#web/pages/card-landing/CardLandingPage.tsx';

const card = {
  cardId: 'TC-0000001',
  status: 'active',
  location: 'Riverside Park',
  description: 'Third bench',
  place: null,
  totalScans: 4,
  isOwn: false,
};
const rewarded = { message: 'Cache Card scanned successfully', tokensEarned: 1, tokenBalance: 4, card };

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/user': { json: member },
    'GET /api/card/TC-0000001': { json: { card: { cardId: card.cardId, location: card.location, description: card.description } } },
    'POST /api/scan': { json: rewarded },
  };
  answers['GET /api/card/TC-0000001?k=ABCD2345'] = answers['GET /api/card/TC-0000001'] as (typeof answers)[string];
  sent = fakeServer(answers);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const scans = () => sent.filter(({ path }) => path === '/api/scan');

async function visit(path: string, signedIn: boolean) {
  window.history.pushState(null, '', path);
  await signInAs(signedIn ? {} : null);
  return draw();
}

/** Simulates the browser loading the document at the current URL. */
function loadAgain(type: 'reload' | 'navigate' | 'back_forward') {
  const load = { type, name: window.location.href };
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(performance.timeOrigin + 1_000);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load as PerformanceNavigationTiming]);
  return draw();
}

const draw = () =>
  render(
    <StrictMode>
      <PageFrame>
        <CardLandingPage />
      </PageFrame>
    </StrictMode>,
  );

describe('a signed-in member on a card’s page', () => {
  test('is credited on arrival: one scan, by link, with the code', async () => {
    await visit('/card?id=TC-0000001&k=abcd-2345', true);
    expect(await screen.findByText('You earned 1 Treasure Token!')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Cache Card Found!' })).toBeTruthy();
    expect(screen.getByText('Card scanned!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Dashboard' }).getAttribute('href')).toBe('/dashboard');
    expect(scans().map(({ body }) => body)).toEqual([{ cardId: 'TC-0000001', code: 'ABCD2345', source: 'link' }]);
  });

  test('sees the result after one round trip, without separate requests for the user and the card', async () => {
    Object.assign(answers, { 'GET /api/user': heldBack, 'GET /api/card/TC-0000001': heldBack });
    window.history.pushState(null, '', '/card?id=TC-0000001');
    await signInAs({});
    setUser(undefined);
    draw();
    expect(await screen.findByText('You earned 1 Treasure Token!')).toBeTruthy();
    expect(screen.getByText('Riverside Park')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'View Dashboard' })).toBeTruthy();
    expect(sent[0]?.path).toBe('/api/scan');
    expect(sent.map(({ path }) => path)).not.toContain('/api/card/TC-0000001');
  });

  test('whose session has ended sees the card as a visitor, without an error', async () => {
    Object.assign(answers, { 'POST /api/scan': refused('not_signed_in'), 'GET /api/user': heldBack });
    window.history.pushState(null, '', '/card?id=TC-0000001');
    await signInAs({});
    setUser(undefined);
    draw();
    expect(await screen.findByRole('heading', { name: 'Sign up to get started!' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Cache Card Found!' })).toBeTruthy();
    expect(screen.queryByText('Scan failed')).toBeNull();
  });

  test('over the daily limit sees that next to the card', async () => {
    answers['POST /api/scan'] = refused('daily_scan_limit', { retryAfterSeconds: 3_600 });
    await visit('/card?id=TC-0000001', true);
    expect(await screen.findByRole('heading', { name: 'Cache Card Found!' })).toBeTruthy();
    expect(within(screen.getByRole('article')).getByText(errorMessage('daily_scan_limit'))).toBeTruthy();
  });

  test('does not scan again on a reload, but does on a new visit', async () => {
    const { unmount } = await visit('/card?id=TC-0000001', true);
    await screen.findByText('You earned 1 Treasure Token!');
    unmount();
    for (const _ of ['once', 'again']) {
      const reloaded = loadAgain('reload');
      expect(await screen.findByText('You earned 1 Treasure Token!')).toBeTruthy();
      expect(scans()).toHaveLength(1);
      reloaded.unmount();
    }
    answers['POST /api/scan'] = { json: { ...rewarded, tokensEarned: 0, message: 'You have already collected this Cache Card' } };
    await visit('/card?id=TC-0000001', true);
    expect((await screen.findAllByText('You have this one already: each card pays once.')).length).toBeGreaterThan(0);
    expect(scans()).toHaveLength(2);
  });

  test.each([
    ['go back to it within the page', () => draw()],
    ['navigate to it', () => loadAgain('navigate')],
    ['go back to it from another site', () => loadAgain('back_forward')],
  ])('scans again when they %s', async (_, comeBack) => {
    const { unmount } = await visit('/card?id=TC-0000001', true);
    await screen.findByText('You earned 1 Treasure Token!');
    unmount();
    answers['POST /api/scan'] = { json: { ...rewarded, tokensEarned: 0, message: 'You have already collected this Cache Card' } };
    comeBack();
    expect((await screen.findAllByText('You have this one already: each card pays once.')).length).toBeGreaterThan(0);
    expect(scans()).toHaveLength(2);
  });

  test('with a wrong code in the link sees an unknown card', async () => {
    const unknown = refused('card_not_found');
    answers['GET /api/card/TC-0000001?k=ABCD2346'] = unknown;
    answers['POST /api/scan'] = unknown;
    await visit('/card?id=TC-0000001&k=ABCD2346', true);
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy();
    expect(screen.getAllByText('This Cache Card could not be found').length).toBeGreaterThan(0);
    expect(screen.getByText('TC-0000001')).toBeTruthy();
    expect(screen.queryByText('Cache Card Found!')).toBeNull();
  });

  test('sees a failure and can try again', async () => {
    answers['POST /api/scan'] = new TypeError('Failed to fetch');
    await visit('/card?id=TC-0000001', true);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getAllByText('Scan failed').length).toBeGreaterThan(0);
    answers['POST /api/scan'] = { json: rewarded };
    await userEvent.click(retry);
    expect(await screen.findByText('You earned 1 Treasure Token!')).toBeTruthy();
    expect(new Set(scans().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });
});

describe('a card that belongs to someone else', () => {
  test('can be claimed by the member who found it', async () => {
    await visit('/card?id=TC-0000001', true);
    expect(await screen.findByRole('button', { name: 'Claim this card' })).toBeTruthy();
  });
});

describe('one’s own card', () => {
  test('is not offered for a claim, but links to its page', async () => {
    const message = 'This is your own Cache Card. You earn tokens when others find it.';
    answers['POST /api/scan'] = { json: { message, tokensEarned: 0, tokenBalance: 4, card: { ...card, isOwn: true } } };
    await visit('/card?id=TC-0000001', true);
    const link = await screen.findByRole('link', { name: 'Open my card' });
    expect(link.getAttribute('href')).toBe('/dashboard/cache-cards/TC-0000001');
    expect(screen.queryByRole('button', { name: /claim it/ })).toBeNull();
  });
});

describe('a visitor of a card’s page', () => {
  test('is invited to sign up and returns to this card with its code', async () => {
    await visit('/card?id=TC-0000001&k=ABCD2345', false);
    expect(await screen.findByRole('heading', { name: 'Sign up to get started!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Learn More about Cache Cards' }).getAttribute('href')).toBe('/');
    await userEvent.click(screen.getByRole('link', { name: 'Sign Up or Login' }));
    expect(window.location.pathname).toBe('/auth');
    expect(takeReturnPath()).toBe('/card?id=TC-0000001&k=ABCD2345');
    expect(scans()).toHaveLength(0);
  });

  test('without an id is sent home', async () => {
    await visit('/card', false);
    expect(screen.getByRole('heading', { name: 'Invalid Card' })).toBeTruthy();
    expect(screen.getByText(/No Cache Card was provided/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go Home' })).toBeTruthy();
  });

  test.each(['TC-0000009', 'nonsense'])('sees that the card %s does not exist', async (id) => {
    answers['GET /api/card/TC-0000009'] = refused('card_not_found');
    await visit(`/card?id=${id}`, false);
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy();
    expect(screen.getByText('This Cache Card could not be found')).toBeTruthy();
    expect(screen.getByText(id)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Return Home' })).toBeTruthy();
  });

  test('is asked to sign in while too many unknown cards are requested, and returns to this card', async () => {
    answers['GET /api/card/TC-0000001'] = refused('sign_in_to_look_up', { retryAfterSeconds: 60 });
    await visit('/card?id=TC-0000001', false);
    expect(await screen.findByRole('heading', { name: 'Please Sign In' })).toBeTruthy();
    expect(screen.getByText(errorMessage('sign_in_to_look_up'))).toBeTruthy();
    expect(screen.queryByText('Card Not Found')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Sign Up or Login' }));
    expect(window.location.pathname).toBe('/auth');
    expect(takeReturnPath()).toBe('/card?id=TC-0000001');
  });

  test('sees a note while an answer is slow', async () => {
    answers['GET /api/card/TC-0000001'] = heldBack;
    await visit('/card?id=TC-0000001', false);
    await waitFor(() => expect(screen.getByText('Loading Cache Card information...')).toBeTruthy());
  });
});
