/** Lists that refresh by themselves: when they ask the server, and what may change on screen. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backgroundHeader } from '#schema/admin/background.ts';
import { backgroundRefreshMs } from '#schema/rules.ts';
import { fakeServer, heldBack, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { AdminList } from '#web/features/admin/lists/AdminList.tsx';
import { compareRows, describeListChanges } from '#web/features/admin/lists/list-changes.ts';
import { storeAdminToken } from '#web/lib/admin-token.ts';
import type { ListPage } from '#web/ui/data-table/data-table.ts';

const Claim = v.object({ id: v.number(), state: v.string() });
type Claim = v.InferOutput<typeof Claim>;
const claims = (...rows: [id: number, state: string][]) => ({ json: rows.map(([id, state]): Claim => ({ id, state })) });
const call = 'GET /api/admin/things';

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let visibility: DocumentVisibilityState;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  history.replaceState(null, '', '/admin/dashboard');
  localStorage.clear();
  storeAdminToken('admin-test-token');
  answers = { [call]: claims([2, 'waiting'], [1, 'waiting']) };
  sent = fakeServer(answers);
  render(
    <PageFrame>
      <AdminList
        name="things"
        label="Things"
        path="/api/admin/things"
        schema={v.array(Claim)}
        columns={[
          { id: 'id', header: 'Number', cell: ({ id }) => `No. ${id}`, isName: true, sort: 'id' },
          { id: 'state', header: 'State', cell: ({ state }) => state },
        ]}
        rowLabel={({ id }) => `thing ${id}`}
        onOpen={() => undefined}
        emptyTitle="Nothing"
      />
    </PageFrame>,
  );
  await screen.findByText('No. 2');
  sent.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const wait = (ms = backgroundRefreshMs) => act(() => vi.advanceTimersByTimeAsync(ms));
const focusWindow = () => act(async () => void dispatchEvent(new Event('focus')));
const shownRows = () => screen.getAllByRole('row').flatMap(({ textContent }) => /No\. \d+.*/.exec(textContent ?? '')?.[0] ?? []);

test('a list asks every 30 seconds and when the window gets focus, marked as a background call', async () => {
  await wait(backgroundRefreshMs - 1);
  expect(sent).toEqual([]);
  await wait(1);
  await wait(backgroundRefreshMs / 2);
  expect(sent).toHaveLength(1);
  await focusWindow();
  await wait(backgroundRefreshMs - 1);
  expect(sent).toHaveLength(2);
  expect(sent.map(({ headers }) => headers.get(backgroundHeader))).toEqual(['1', '1']);
});

test('a list asks nothing while it is hidden or offline, or while the last call is running', async () => {
  visibility = 'hidden';
  await wait();
  visibility = 'visible';
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false);
  await wait();
  expect(sent).toEqual([]);
  answers[call] = heldBack;
  await wait(3 * backgroundRefreshMs);
  expect(sent).toHaveLength(1);
});

test('rows on screen get their new contents and do not move; new rows appear on request, and the first one gets the focus', async () => {
  answers[call] = claims([5, 'waiting'], [4, 'waiting'], [3, 'waiting'], [1, 'waiting'], [2, 'decided']);
  await wait();
  expect(shownRows()).toEqual(['No. 2decided', 'No. 1waiting']);
  await userEvent.click(screen.getByRole('button', { name: '3 new. Update the list' }));
  expect(shownRows()).toHaveLength(5);
  expect(document.activeElement?.textContent).toBe('No. 5waiting');
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
  expect(sent.map(({ headers }) => headers.has(backgroundHeader))).toEqual([true, false]);
});

test('only rows that were added or removed count, not those that moved across the end of the page', () => {
  const page = (ids: number[], next: string | null): ListPage<Claim> => ({
    address: '',
    rows: ids.map((id) => ({ id, state: '' })),
    total: undefined,
    next,
    scannedRows: null,
  });
  const describe = (shown: ListPage<Claim>, latest: ListPage<Claim>) => describeListChanges(compareRows(shown, latest));
  expect(describe(page([3, 2], 'c'), page([3, 2], 'c'))).toBeUndefined();
  expect(describe(page([3, 2], 'c'), page([4, 3], 'c'))).toBe('1 new');
  expect(describe(page([3, 2], 'c'), page([2, 1], 'c'))).toBe('1 row no longer here');
  expect(describe(page([1, 2], null), page([1, 2, 3], null))).toBe('1 new');
  expect(describe(page([2, 1], null), page([3], null))).toBe('1 new, 2 rows no longer here');
  expect(describe(page([2, 1], 'c'), page([6, 5], 'c'))).toBe('2+ new');
});
