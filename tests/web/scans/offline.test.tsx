import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { errorMessage } from '#schema/errors.ts';
import { fakeServer, heldBack, hurriedLimits, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import { QueuedScans } from '#web/features/scans/scanning/offline/QueuedScans.tsx';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { ScanDialog } from '#web/features/scans/scanning/ScanDialog.tsx';
import { MemberRoute } from '#web/frame/guards.tsx';
import { storeToken } from '#web/lib/auth-storage.ts';
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

const saved = 'Saved. We’ll send it when you’re back online.';
const card = { cardId: 'TC-0000001', status: 'active', location: null, description: null, place: null, totalScans: 4, isOwn: false };
const rewarded = { message: 'Cache Card scanned successfully', tokensEarned: 1, tokenBalance: 4, card };
const unreachable = new TypeError('Failed to fetch');
const tokenOf = (userId: number) => `header.${btoa(JSON.stringify({ userId }))}.signature`;

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(async () => {
  stored.clear();
  await pageQueue.refresh();
  answers = { 'POST /api/scan': unreachable, 'GET /api/card/TC-0000001?k=ABCD2345': unreachable, 'GET /api/user': unreachable };
  sent = fakeServer(answers);
  await signInAs({});
  storeToken(tokenOf(member.id));
});
afterEach(() => vi.unstubAllGlobals());

const scans = () => sent.filter(({ path }) => path === '/api/scan');

async function scanInDialog() {
  render(
    <PageFrame>
      <QueuedScans memberId={member.id} />
      <ScanDialog open onClose={() => {}} />
    </PageFrame>,
  );
  await userEvent.type(screen.getByLabelText('Or type the card ID'), 'TC-0000001');
  await userEvent.click(screen.getByRole('button', { name: 'Collect' }));
}

describe('an offline scan', () => {
  test('is stored, confirmed as safe, and counted as waiting', async () => {
    await scanInDialog();
    const dialog = within(screen.getByRole('dialog', { name: 'Scan Cache Card' }));
    expect(await dialog.findByRole('heading', { name: saved })).toBe(document.activeElement);
    expect(dialog.getByText('1 scan waiting')).toBeTruthy();
    expect(dialog.queryByText('Scan Failed')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Scan another' }));
    expect(await dialog.findByLabelText('Or type the card ID')).toHaveProperty('value', '');
  });

  test('is sent with its original key, and the member sees the reward', async () => {
    await scanInDialog();
    await screen.findAllByText(saved);
    answers['POST /api/scan'] = { json: rewarded };
    await pageQueue.send({ isNetworkBack: true });
    expect((await screen.findAllByText('You earned 1 Treasure Token!')).length).toBe(2);
    expect(screen.getByText('Your saved scan was sent')).toBeTruthy();
    const [first, second] = scans();
    expect(second?.body).toEqual({ cardId: 'TC-0000001', source: 'offline', scannedAt: expect.any(String) });
    expect(second?.headers.get('Idempotency-Key')).toBe(first?.headers.get('Idempotency-Key'));
  });

  test('that is refused later shows the reason until it is dismissed', async () => {
    await scanInDialog();
    await screen.findAllByText(saved);
    answers['POST /api/scan'] = refused('card_not_found');
    await pageQueue.send({ isNetworkBack: true });
    const list = within(await screen.findByRole('region', { name: 'Your saved scans were sent', hidden: true }));
    expect(list.getByText('This Cache Card could not be found')).toBeTruthy();
    await userEvent.click(list.getByText('Dismiss'));
    await waitFor(() => expect(stored.size).toBe(0));
  });

  test('over a limit shows how long it waits', async () => {
    await scanInDialog();
    await screen.findAllByText(saved);
    answers['POST /api/scan'] = refused('daily_scan_limit', { retryAfterSeconds: 3_600 });
    await pageQueue.send({ isNetworkBack: true });
    expect(await screen.findByText(new RegExp(`^${errorMessage('daily_scan_limit')} We’ll try again .*202\\d`))).toBeTruthy();
    expect([...stored.values()]).toMatchObject([{ fate: { phase: 'waiting', waitsFor: 'limit' } }] satisfies {
      fate: Partial<QueuedScan['fate']>;
    }[]);
  });
});

test('a queued scan is hidden from other members', async () => {
  await scanInDialog();
  await screen.findAllByText(saved);
  render(<QueuedScans memberId={member.id + 1} />);
  expect(screen.getAllByRole('region', { name: '1 scan waiting', hidden: true })).toHaveLength(1);
});

test('a card’s link opened offline is stored, and shows its outcome once known', async () => {
  window.history.pushState(null, '', '/card?id=TC-0000001&k=ABCD2345');
  render(
    <PageFrame>
      <CardLandingPage />
    </PageFrame>,
  );
  expect(await screen.findByRole('heading', { name: 'Your find is saved' })).toBeTruthy();
  expect(within(screen.getByRole('article')).getByText(saved)).toBeTruthy();
  expect(scans()).toHaveLength(1);
  answers['POST /api/scan'] = { json: rewarded };
  await pageQueue.send({ isNetworkBack: true });
  expect(await screen.findByText('You earned 1 Treasure Token!')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Cache Card Found!' })).toBeTruthy();
  expect(scans().map(({ body }) => body)).toEqual(
    [{ source: 'link' }, { source: 'offline', scannedAt: expect.any(String) }].map((how) => ({
      cardId: 'TC-0000001',
      code: 'ABCD2345',
      ...how,
    })),
  );
  expect(new Set(scans().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

describe('with a connection that delivers no data', () => {
  const everythingHeldBack = { 'POST /api/scan': heldBack, 'GET /api/user': heldBack, 'GET /api/card/TC-0000001': heldBack };
  afterEach(() => vi.restoreAllMocks());

  test('a card’s link gives up after 10 seconds, stores the find, explains, and can be hurried', async () => {
    const limits = hurriedLimits();
    Object.assign(answers, everythingHeldBack);
    window.history.pushState(null, '', '/card?id=TC-0000001&k=ABCD2345');
    render(
      <PageFrame>
        <CardLandingPage />
      </PageFrame>,
    );
    expect(await screen.findByRole('heading', { name: 'Your find is saved' })).toBeTruthy();
    expect(limits[0]).toBe(10);
    expect(screen.getByText(/Your find is saved on this device/)).toBeTruthy();
    expect([...stored.values()]).toMatchObject([{ cardId: 'TC-0000001', fate: { phase: 'waiting' } }]);
    answers['POST /api/scan'] = { json: rewarded };
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
    expect(await screen.findByText('You earned 1 Treasure Token!')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
    expect(new Set(scans().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  test('the scan dialog does the same', async () => {
    const limits = hurriedLimits();
    Object.assign(answers, everythingHeldBack);
    await scanInDialog();
    expect((await screen.findAllByText(saved)).length).toBeGreaterThan(0);
    expect(limits).toContain(10);
    expect(screen.getByText('Scan saved')).toBeTruthy();
  });
});

test('a member page opened offline offers scanning, and continues when the network returns', async () => {
  setUser(null);
  await signInAs(null);
  storeToken(tokenOf(member.id));
  setUser(undefined);
  render(
    <PageFrame>
      <MemberRoute>
        <h1>Dashboard</h1>
      </MemberRoute>
    </PageFrame>,
  );
  expect(await screen.findByRole('heading', { name: 'No connection out here' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Scan QR' })).toBeTruthy();
  answers['GET /api/user'] = { json: member };
  // Dispatches the `online` event repeatedly because the page adds its listener in an effect shortly after it appears.
  await waitFor(() => {
    dispatchEvent(new Event('online'));
    expect(screen.getByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });
});
