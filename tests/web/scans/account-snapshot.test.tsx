/** The balance and finds that the offline page shows: recorded online, shown to the same member only, deleted at sign-out. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FoundCard } from '#schema/scans/find.ts';
import { fakeServer, member } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import '#tests/web/support/jsdom/map.ts';
import { endLocalSession, startSession } from '#web/features/accounts/session/session.ts';
import { setUser } from '#web/features/accounts/session/user-store.ts';
import { LatestFinds } from '#web/features/scans/finds/LatestFinds.tsx';
import { refreshAfterScan } from '#web/features/scans/scanning/send-scan.ts';
import { MemberRoute } from '#web/frame/guards.tsx';
// Preloads the lazy-loaded code, because loading it would slow down the first test on a busy machine.
import '#web/frame/OfflinePage.tsx';
import { startOffline } from '#web/frame/start-offline.ts';
import { storeToken } from '#web/lib/auth-storage.ts';
import { FoundCardsPage } from '#web/pages/found-cards/FoundCardsPage.tsx';

vi.mock('#web/features/scans/scanning/offline/scan-shelf.ts', () => ({ deviceShelf: { all: async () => [], update: async () => {} } }));

const unreachable = new TypeError('Failed to fetch');
const tokenOf = (userId: number) => `header.${btoa(JSON.stringify({ userId }))}.signature`;
const snapshotKey = `account_snapshot_${member.id}`;
const list = 'GET /api/finds?limit=20';
const find = (id: number, name: string | null): FoundCard => ({
  ...{ id, name, cardId: `TC-000000${id}`, foundAt: '2026-11-20T10:00:00.000Z', tokens: 1, place: null, log: null, takesLog: false },
});
const [depot, unnamed, bridge, mill] = [find(1, 'Depot'), find(2, null), find(3, 'Footbridge'), find(4, 'Old mill')];

let answers: Parameters<typeof fakeServer>[0];
beforeEach(() => {
  localStorage.clear();
  answers = { 'GET /api/config': { json: site }, [list]: { json: { finds: [mill, bridge, unnamed, depot], nextCursor: null } } };
  fakeServer(answers);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Opens the dashboard's list of finds, or another page that shows `text` once loaded. */
async function showOnline(text = 'Old mill', page = <LatestFinds />) {
  cleanup();
  await signInAs({});
  storeToken(tokenOf(member.id));
  answers['GET /api/user'] = { json: member };
  render(<PageFrame>{page}</PageFrame>);
  await screen.findAllByText(text);
}

/** Opens a member's page without a network. Returns the region with the balance, or null. */
async function showOffline(userId: number = member.id) {
  cleanup();
  await signInAs(null);
  storeToken(tokenOf(userId));
  answers['GET /api/user'] = unreachable;
  setUser(undefined);
  render(
    <PageFrame>
      <MemberRoute>
        <h1>Dashboard</h1>
      </MemberRoute>
    </PageFrame>,
  );
  await screen.findByRole('heading', { name: 'No connection out here' });
  return screen.queryByRole('region', { name: /^Balance as of / });
}

const figures = (region: HTMLElement | null) => [...(region?.querySelectorAll('.stat-tile') ?? [])].map(({ textContent }) => textContent);
const finds = (region: HTMLElement | null) => [...(region?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent);

describe('the offline page', () => {
  test('shows the last balance, the number of finds and the latest ones, with their dates', async () => {
    await showOnline();
    const region = await showOffline();
    expect(figures(region)).toEqual(['Treasure Tokens3', 'Cards found4']);
    expect(finds(region)).toEqual(['Old millNov 20, 2026+1 token', 'FootbridgeNov 20, 2026+1 token', 'TC-0000002Nov 20, 2026+1 token']);
    const [heading] = within(region as HTMLElement).getAllByRole('heading');
    const shownAt = heading?.querySelector('time')?.dateTime ?? '';
    expect(Math.abs(Date.parse(shownAt) - Date.now())).toBeLessThan(60_000);
  });

  test('shows no balance to another member', async () => {
    await showOnline();
    expect(await showOffline(member.id + 1)).toBeNull();
  });

  test.each([
    ['of another version', (text: string) => text.replace('"version":1', '"version":2')],
    ['with a missing figure', (text: string) => text.replace('tokenBalance', 'balance')],
    ['that is cut off', (text: string) => text.slice(0, 40)],
  ])('ignores a stored balance %s', async (_, spoil) => {
    await showOnline();
    const stored = localStorage.getItem(snapshotKey) ?? '';
    expect(spoil(stored)).not.toBe(stored);
    localStorage.setItem(snapshotKey, spoil(stored));
    expect(await showOffline()).toBeNull();
  });

  test('works without storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
      if (key === snapshotKey) throw new DOMException('full', 'QuotaExceededError');
    });
    await showOnline();
    vi.restoreAllMocks();
    expect(await showOffline()).toBeNull();
  });
});

describe('the recorded balance and finds', () => {
  test('are those after the latest scan', async () => {
    answers[list] = { json: { finds: [bridge, unnamed], nextCursor: null } };
    await showOnline('Footbridge');
    answers[list] = { json: { finds: [mill, bridge, unnamed], nextCursor: null } };
    answers['GET /api/user'] = { json: { ...member, tokenBalance: 4 } };
    await refreshAfterScan();
    await screen.findByText('Old mill');
    const region = await showOffline();
    expect(figures(region)).toEqual(['Treasure Tokens4', 'Cards found3']);
    expect(finds(region)[0]).toContain('Old mill');
  });

  test('count all finds of a member with many, and newer ones since', async () => {
    answers[list] = { json: { finds: [bridge, unnamed, depot], nextCursor: '1' } };
    await showOnline('Footbridge');
    expect(figures(await showOffline())[1]).toBe('Cards found3+');

    answers['GET /api/finds/summary'] = {
      json: { total: 1_203, months: [{ month: '2026-11', finds: 1_203, newestId: 3, number: 1_203 }], points: [] },
    };
    await showOnline('1,203', <FoundCardsPage />);
    expect(figures(await showOffline())[1]).toBe('Cards found1,203');

    answers[list] = { json: { finds: [mill, bridge, unnamed, depot], nextCursor: '1' } };
    await showOnline();
    expect(figures(await showOffline())[1]).toBe('Cards found1,204');
  });

  test('are not stored while an administrator views the account', async () => {
    await signInAs({});
    localStorage.removeItem('auth_token');
    render(<LatestFinds />);
    await screen.findByText('Old mill');
    expect(localStorage.getItem(snapshotKey)).toBeNull();
  });

  test('are deleted at sign-out, and when someone else signs in', async () => {
    startOffline();
    await showOnline();
    startSession({ ...member, token: tokenOf(member.id) });
    await waitFor(() => expect(localStorage.getItem(snapshotKey)).not.toBeNull());
    startSession({ ...member, id: member.id + 1, token: tokenOf(member.id + 1) });
    await waitFor(() => expect(localStorage.getItem(snapshotKey)).toBeNull());

    await showOnline();
    expect(localStorage.getItem(snapshotKey)).not.toBeNull();
    endLocalSession({ title: 'Logged out', tone: 'info' });
    await waitFor(() => expect(localStorage.getItem(snapshotKey)).toBeNull());
  });
});
