/** Sharing the finder's position with a find: the page asks once, then shares automatically, and never delays the scan. */
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeGeolocation } from '#tests/web/support/fake-geolocation.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import { ScanDialog } from '#web/features/scans/scanning/ScanDialog.tsx';
import { storeToken } from '#web/lib/auth-storage.ts';
import { readPlaceChoice, storePlaceChoice } from '#web/lib/place-choice.ts';
import { CardLandingPage } from '#web/pages/card-landing/CardLandingPage.tsx';

const stored = vi.hoisted(() => new Map<string, unknown>());
vi.mock('#web/features/scans/scanning/offline/scan-shelf.ts', () => ({
  deviceShelf: {
    all: async () => [...stored.values()],
    async update(id: string, change: (current: unknown) => unknown) {
      const next = change(stored.get(id));
      if (next) stored.set(id, next);
      else stored.delete(id);
    },
  },
}));

const here = { latitude: 35.50123456789, longitude: -82.5, accuracy: 7.5 };
const fix = { latitude: 35.501235, longitude: -82.5, accuracy: 7.5 };
const denied = 1;
const unavailable = 2;
const card = { cardId: 'TC-0000001', status: 'active', location: null, description: null, place: null, totalScans: 4, isOwn: false };
const rewarded = { message: 'Cache Card scanned successfully', tokensEarned: 1, tokenBalance: 4, card };
const tokenOf = (userId: number) => `header.${btoa(JSON.stringify({ userId }))}.signature`;
const question = 'Confirm you’re at the card?';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let device: ReturnType<typeof fakeGeolocation>;
beforeEach(async () => {
  localStorage.clear();
  stored.clear();
  answers = {
    'GET /api/user': { json: member },
    'POST /api/scan': { json: rewarded },
    'PUT /api/scan/place': { json: { message: 'Thanks for confirming where you are.' } },
  };
  sent = fakeServer(answers);
  device = fakeGeolocation(here);
  await signInAs({});
  storeToken(tokenOf(member.id));
});
afterEach(() => vi.unstubAllGlobals());

const bodies = (path: string) => sent.filter((request) => request.path === path).map(({ body }) => body);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

function openDialog() {
  return render(
    <StrictMode>
      <PageFrame>
        <ScanDialog open onClose={() => {}} />
      </PageFrame>
    </StrictMode>,
  );
}

async function collect() {
  await userEvent.type(await screen.findByLabelText('Or type the card ID'), 'TC-0000001');
  await press('Collect');
}

async function find() {
  await collect();
  await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' });
}

describe('after the first find on a device', () => {
  test('the member is asked; after a yes the position is sent for this find and all later scans', async () => {
    openDialog();
    await find();
    expect(await screen.findByText(question)).toBeTruthy();
    expect(screen.getByText(/only your distance from the card and its accuracy, for 90 days, never your location/)).toBeTruthy();
    expect([device.timesAsked(), bodies('/api/scan/place')]).toEqual([0, []]);
    await press('Yes, I’m here');
    expect(await screen.findByText(/^Thank you! We’ll confirm your next finds automatically/)).toBe(document.activeElement);
    expect(bodies('/api/scan/place')).toEqual([{ cardId: 'TC-0000001', ...fix }]);

    await press('Scan another');
    expect(device.isWatched()).toBe(true);
    await find();
    expect(bodies('/api/scan')).toEqual([
      { cardId: 'TC-0000001', source: 'typed' },
      { cardId: 'TC-0000001', source: 'typed', ...fix },
    ]);
    expect(device.isWatched()).toBe(false);
    expect(screen.queryByText(question)).toBeNull();
    expect(bodies('/api/scan/place')).toHaveLength(1);
  });

  test('a no is remembered', { tags: 'long' }, async () => {
    openDialog();
    await find();
    await screen.findByText(question);
    await press('No, thanks');
    expect(await screen.findByText(/^Got it. We won’t ask again on this device/)).toBeTruthy();
    await press('Scan another');
    await find();
    await waitFor(() => expect(screen.queryByText(question)).toBeNull());
    expect(bodies('/api/scan').at(-1)).toEqual({ cardId: 'TC-0000001', source: 'typed' });
    expect([device.timesAsked(), bodies('/api/scan/place')]).toEqual([0, []]);
  });

  test('closing the question is no consent, and it is not asked again; another member is asked', { tags: 'long' }, async () => {
    const { unmount } = openDialog();
    await find();
    await screen.findByText(question);
    unmount();
    expect([readPlaceChoice(member.id), readPlaceChoice(member.id + 1)]).toEqual([false, null]);
    storeToken(tokenOf(member.id + 1));
    openDialog();
    await find();
    expect(await screen.findByText(question)).toBeTruthy();
    expect(device.timesAsked()).toBe(0);
  });

  test('a browser’s refusal counts as a no, with a friendly note', async () => {
    device.answer(denied);
    openDialog();
    await find();
    await screen.findByText(question);
    await press('Yes, I’m here');
    expect(await screen.findByText(/That’s fine: your find counts/)).toBeTruthy();
    expect([readPlaceChoice(member.id), bodies('/api/scan/place')]).toEqual([false, []]);
  });

  test.each([
    ['a device that finds no place', () => device.answer(unavailable)],
    ['a network that gives no answer', () => Object.assign(answers, { 'PUT /api/scan/place': new TypeError('Failed to fetch') })],
  ])('%s does not matter, and the next find tries again', async (_, fail) => {
    fail();
    openDialog();
    await find();
    await screen.findByText(question);
    await press('Yes, I’m here');
    expect(await screen.findByText(/^We couldn’t get your location this time\. Your find counts/)).toBeTruthy();
    expect(readPlaceChoice(member.id)).toBe(true);
  });

  test('there is no question without a token', async () => {
    answers['POST /api/scan'] = { json: { ...rewarded, tokensEarned: 0, message: 'You have already collected this Cache Card' } };
    openDialog();
    await collect();
    await screen.findByRole('heading', { name: 'No token this time' });
    expect(readPlaceChoice(member.id)).toBeNull();
  });

  test('the way to the next card starts at this one’s shown place', async () => {
    const place = { latitude: 35.6, longitude: -82.5 };
    answers['POST /api/scan'] = { json: { ...rewarded, card: { ...card, place } } };
    openDialog();
    await find();
    const link = await screen.findByRole('link', { name: 'Next card near here' });
    expect(link.getAttribute('href')).toBe('/dashboard/find?near=35.6,-82.5');
  });

  test('a card’s page asks too', async () => {
    window.history.pushState(null, '', '/card?id=TC-0000001');
    render(
      <StrictMode>
        <PageFrame>
          <CardLandingPage />
        </PageFrame>
      </StrictMode>,
    );
    await screen.findByText(question);
    await press('Yes, I’m here');
    await screen.findByText(/^Thank you!/);
    expect(bodies('/api/scan/place')).toEqual([{ cardId: 'TC-0000001', ...fix }]);
  });
});

describe('with consent to share the position', () => {
  beforeEach(() => storePlaceChoice(member.id, true));

  test.each([
    ['is not known yet', null, 0],
    ['was measured minutes ago', here, 120_000],
  ])('a scan is sent at once if the place %s, and the place follows', async (_, known, age) => {
    device.answer(known, age);
    openDialog();
    expect(await screen.findByLabelText('Or type the card ID')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Or type the card ID'), 'TC-0000001');
    const scanning = press('Collect');
    device.answer(here);
    await scanning;
    await screen.findByRole('heading', { name: 'You earned 1 Treasure Token!' });
    await waitFor(() => expect(bodies('/api/scan/place')).toEqual([{ cardId: 'TC-0000001', ...fix }]));
    expect(bodies('/api/scan')).toEqual([{ cardId: 'TC-0000001', source: 'typed' }]);
    expect(screen.queryByText(question)).toBeNull();
  });

  test.each([
    ['with the place that was known then', here],
    ['with the place that is found while it waits', null],
  ])('an offline scan waits %s, until it is answered', async (_, known) => {
    answers['POST /api/scan'] = new TypeError('Failed to fetch');
    device.answer(known);
    openDialog();
    await userEvent.type(await screen.findByLabelText('Or type the card ID'), 'TC-0000001');
    device.answer(here);
    await press('Collect');
    await screen.findByText('1 scan waiting');
    await waitFor(() => expect([...stored.values()]).toMatchObject([{ place: fix }]));
    answers['POST /api/scan'] = { json: rewarded };
    await pageQueue.send({ isNetworkBack: true });
    expect(bodies('/api/scan').at(-1)).toEqual({ cardId: 'TC-0000001', source: 'offline', scannedAt: expect.any(String), ...fix });
    expect(JSON.stringify([...stored.values()])).not.toContain('latitude');
  });
});
