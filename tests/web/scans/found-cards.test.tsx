import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import '#tests/web/support/jsdom/map.ts';
import { errorMessage } from '#schema/errors.ts';
import type { FoundCard } from '#schema/scans/find.ts';
import type { FindSummary } from '#schema/scans/find-history.ts';
import { fakeServer, heldBack, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { clearCachedResponses } from '#web/lib/api/cached-responses.ts';
import { FoundCardsPage } from '#web/pages/found-cards/FoundCardsPage.tsx';

vi.mock('#web/features/finding/map/towns/nearest-towns.ts', () => ({
  findNearestTowns: async (places: { id: number }[]) =>
    new Map(places.map(({ id }) => [id, { name: 'Asheville', region: 'North Carolina|US', countryCode: 'US' }])),
}));

const list = 'GET /api/finds?limit=20';
const summaryCall = 'GET /api/finds/summary';
const mill: FoundCard = {
  id: 9,
  cardId: 'TC-0000004',
  name: 'Old mill',
  foundAt: '2026-10-03T08:00:00.000Z',
  tokens: 1,
  place: { latitude: 35.6, longitude: -82.55, visibility: 'near' },
  log: null,
  takesLog: true,
};
const retiredCard: FoundCard = { ...mill, id: 8, cardId: 'TC-0000005', name: null, place: null, takesLog: false };
const summary: FindSummary = {
  total: 2,
  months: [{ month: '2026-10', finds: 2, newestId: 9, number: 2 }],
  points: [[9, 2, 35.6, -82.55, 'near']],
};
/** Summary of finds from several years. The page has loaded only the newest finds. */
const manyFinds: FindSummary = {
  total: 4_312,
  months: [
    { month: '2026-10', finds: 2, newestId: 9, number: 4_312 },
    { month: '2025-07', finds: 1, newestId: 6, number: 1_204 },
  ],
  points: [[9, 4_312, 35.6, -82.55, 'near']],
};
const firstPage = { finds: [mill, retiredCard], nextCursor: '8' };

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/user': { json: member },
    'GET /api/config': { json: site },
    [list]: { json: { finds: [mill, retiredCard], nextCursor: null } },
    [summaryCall]: { json: summary },
  };
  sent = fakeServer(answers);
  clearCachedResponses();
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }));
const bodies = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);
const calls = (call: string) => bodies(call).length;
const rowsOf = async (month: string) =>
  within(await screen.findByRole('list', { name: `Cards you have found in ${month}` })).getAllByRole('listitem');

async function visit() {
  await signInAs({});
  render(
    <PageFrame>
      <FoundCardsPage />
    </PageFrame>,
  );
}

describe('the page of found cards', () => {
  test('keeps the reward of a first scan on screen while its list appears', async () => {
    answers[summaryCall] = { json: { total: 0, months: [], points: [] } };
    answers[list] = { json: { finds: [], nextCursor: null } };
    answers['POST /api/scan'] = {
      json: {
        message: 'Cache Card scanned successfully',
        tokensEarned: 1,
        tokenBalance: 1,
        card: { cardId: mill.cardId, status: 'active', location: null, description: null, place: null, totalScans: 1, isOwn: false },
      },
    };
    await visit();
    await screen.findByRole('heading', { name: 'No finds yet' });
    await press('Scan QR');
    await userEvent.type(await screen.findByLabelText('Or type the card ID'), mill.cardId);
    answers[summaryCall] = { json: { ...summary, total: 1 } };
    answers[list] = { json: { finds: [mill], nextCursor: null } };
    await press('Collect');
    expect(await screen.findByRole('list', { name: /^Cards you have found in/, hidden: true })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'You earned 1 Treasure Token!' })).toBeTruthy();
  });

  test('starts with the total, the towns and countries, and the map', async () => {
    answers[summaryCall] = { json: manyFinds };
    answers[list] = { json: firstPage };
    await visit();
    const overview = within(await screen.findByRole('region', { name: 'All your finds' }));
    expect(await overview.findByText('4,312')).toBeTruthy();
    expect(await overview.findByText('July 2025')).toBeTruthy();
    expect(overview.getByText('Towns').nextSibling?.textContent).toBe('1');
    expect(overview.getByText('Countries').nextSibling?.textContent).toBe('1');
    expect(await overview.findByRole('application', { name: 'Map of cards you have found' })).toBeTruthy();
    expect(overview.getByText(/^1 card on the map\. Tap a pin to see which\. See the list for 4,311 more\./)).toBeTruthy();
    expect(overview.getByRole('link', { name: 'Download GPX' }).getAttribute('href')).toBe('/api/finds/gpx');
  });

  test('lists finds by month, each with its number, name, id, town and location', async () => {
    await visit();
    const [first, second] = (await rowsOf('October 2026')) as [HTMLElement, HTMLElement];
    expect(screen.getByRole('heading', { name: 'October 2026 2 finds' })).toBeTruthy();
    expect(first.textContent).toMatch(/^Find 2Old mill.*TC-0000004Near/);
    expect((await within(first).findByRole('link', { name: 'Near Asheville, accurate to about 330 ft' })).getAttribute('href')).toBe(
      'https://www.openstreetmap.org/?mlat=35.6&mlon=-82.55#map=15/35.6/-82.55',
    );
    expect(second.textContent).toMatch(/^Find 1TC-0000005/);
    expect(within(second).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('group', { name: 'Year' })).toBeNull();
  });

  test('leads to finding and scanning cards if there are no finds', async () => {
    answers[list] = { json: { finds: [], nextCursor: null } };
    answers[summaryCall] = { json: { total: 0, months: [], points: [] } };
    await visit();
    expect(await screen.findByRole('heading', { name: 'No finds yet' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Find cards' }).getAttribute('href')).toBe('/dashboard/find');
    expect(screen.getByRole('button', { name: 'Scan QR' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'All your finds' })).toBeNull();
  });

  test('reaches an old find by year and month, numbered above 1,000', async () => {
    answers[summaryCall] = { json: manyFinds };
    answers[list] = { json: firstPage };
    const bridge = { ...mill, id: 6, cardId: 'TC-0000006', name: 'Footbridge', foundAt: '2025-07-04T08:00:00.000Z' };
    answers[`${list}&cursor=7`] = { json: { finds: [bridge], nextCursor: null } };
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: '2025' }));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Jun 2025, 0 finds' }).disabled).toBe(true);
    await press('Jul 2025, 1 find');
    const [row] = await rowsOf('July 2025');
    expect(row?.textContent).toMatch(/^Find 1,204Footbridge/);
    await press('Back to the latest');
    expect((await rowsOf('October 2026'))[0]?.textContent).toMatch(/^Find 4,312Old mill/);
  });

  test('loads older finds and continues their numbers', async () => {
    answers[summaryCall] = { json: manyFinds };
    answers[list] = { json: firstPage };
    answers['GET /api/finds?limit=50&cursor=8'] = {
      json: { finds: [{ ...mill, id: 7, cardId: 'TC-0000007', name: 'Weir' }], nextCursor: null },
    };
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Show older finds' }));
    await screen.findByText('Weir');
    expect((await rowsOf('October 2026'))[2]?.textContent).toMatch(/^Find 4,310Weir/);
    expect(document.activeElement?.textContent).toContain('Weir');
  });

  test('reloads the summary if there is a newer find', async () => {
    answers[list] = { json: { finds: [{ ...mill, id: 12, name: 'Weir' }, mill], nextCursor: null } };
    await visit();
    await screen.findByText('Weir');
    await vi.waitFor(() => expect(calls(summaryCall)).toBeGreaterThan(1));
  });

  test('offers to try again if the finds cannot be loaded', async () => {
    answers[summaryCall] = new TypeError('offline');
    await visit();
    expect(await screen.findByRole('heading', { name: 'Couldn’t load your finds' })).toBeTruthy();
    answers[summaryCall] = { json: summary };
    await press('Try again');
    expect(await rowsOf('October 2026')).toHaveLength(2);
  });
});

describe('the search among found cards', () => {
  test('lists matches with their numbers, including finds near a town of that name', async () => {
    await visit();
    const box = await screen.findByRole('searchbox', { name: 'Search your finds' });
    await screen.findByRole('link', { name: /^Near Asheville/ });
    answers['GET /api/finds/search?q=ashe&ids=9'] = { json: { finds: [{ ...mill, number: 1_204 }], hasMore: false } };
    await userEvent.type(box, 'ashe');
    const results = within(await screen.findByRole('list', { name: 'Matching finds' }));
    expect(results.getByRole('listitem').textContent).toMatch(/^Find 1,204Old mill/);
    expect(screen.getByText('1 find found')).toBeTruthy();
    await press('Clear');
    expect(document.activeElement).toBe(box);
    expect(screen.getByRole('region', { name: 'All your finds' })).toBeTruthy();
    expect(await rowsOf('October 2026')).toHaveLength(2);
  });

  test('says so if nothing matches', async () => {
    await visit();
    answers['GET /api/finds/search?q=harbor'] = { json: { finds: [], hasMore: false } };
    await userEvent.type(await screen.findByRole('searchbox'), 'harbor');
    expect(await screen.findByRole('heading', { name: 'No matches' })).toBeTruthy();
  });
});

describe('the map of found cards', () => {
  test('opens the finds of a pin, with their numbers', async () => {
    answers['GET /api/finds?ids=9'] = { json: { finds: [mill], nextCursor: null } };
    await visit();
    // Uses the keyboard because the map would treat two clicks in quick succession as a double click.
    (await screen.findByRole('button', { name: 'Find 2, accurate to about 330 ft' })).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Find 2' }));
    expect((await dialog.findByRole('listitem')).textContent).toMatch(/^Find 2Old mill/);
  });

  test('shows a notice if no find has a location', async () => {
    answers[summaryCall] = { json: { ...summary, points: [] } };
    await visit();
    expect(await screen.findByText('None of these cards are on the map. See the list instead.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download GPX' })).toBeNull();
  });
});

describe('a note to the owner', () => {
  test('can be written, changed and deleted, and is the same in the list and on the map', async () => {
    const log = { text: 'A fine view', writtenAt: '2026-10-03T09:00:00.000Z', isThanked: false };
    answers['PUT /api/finds/TC-0000004/log'] = { json: log };
    answers['DELETE /api/finds/TC-0000004/log'] = { json: { message: 'Note deleted.' } };
    answers['GET /api/finds?ids=9'] = { json: { finds: [mill], nextCursor: null } };
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave a note for the owner of TC-0000004' }));
    await press('Send note');
    expect(await screen.findByText('Please write a note for the owner')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Note for the owner' }), 'A fine view');
    await press('Send note');
    expect(await screen.findByText('A fine view')).toBeTruthy();
    expect(bodies('PUT /api/finds/TC-0000004/log')).toEqual([{ text: 'A fine view' }]);
    (await screen.findByRole('button', { name: 'Find 2, accurate to about 330 ft' })).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('A fine view')).toBeTruthy();
    await press('Delete your note on TC-0000004', dialog);
    await dialog.findByRole('button', { name: 'Leave a note for the owner of TC-0000004' });
    await press('Close', dialog);
    expect(screen.queryByText('A fine view')).toBeNull();
  });

  test('shows the owner’s thanks at the find, and new ones at the top until they were seen', async () => {
    const log = { text: 'A fine view', writtenAt: '2026-10-03T09:00:00.000Z', isThanked: true };
    answers[list] = { json: { finds: [{ ...mill, log }], nextCursor: null, newThanks: [{ cardId: mill.cardId, name: mill.name }] } };
    answers['POST /api/finds/thanks-seen'] = { json: { message: 'Thanks seen.' } };
    await visit();
    expect(await screen.findByText('The owner thanked you.')).toBeTruthy();
    expect(screen.getByText('An owner thanked you for your note').parentElement?.textContent).toContain('Old mill');
    expect(bodies('POST /api/finds/thanks-seen')).toHaveLength(1);
  });

  test('keeps the input that could not be sent', async () => {
    answers['PUT /api/finds/TC-0000004/log'] = refused('too_many_logs', { retryAfterSeconds: 3_600 });
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave a note for the owner of TC-0000004' }));
    await userEvent.type(screen.getByRole('textbox'), 'A fine view');
    await press('Send note');
    expect(await screen.findByText(errorMessage('too_many_logs'))).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('A fine view');
  });
});

// This test runs last because later requests for the same list would wait for its pending request.
test('the page of found cards shows that it is loading', async () => {
  answers[list] = heldBack;
  await visit();
  expect(await screen.findByText('Loading your finds…')).toBeTruthy();
});
