import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eachVariant } from '#tests/support/variants.ts';
import '#tests/web/support/jsdom/map.ts';
import type { Preferences } from '#schema/accounts/my-data.ts';
import type { User } from '#schema/accounts/user.ts';
import { errorMessage } from '#schema/errors.ts';
import type { CardActivity as Activity, FoundCard } from '#schema/scans/find.ts';
import { fakeGeolocation } from '#tests/web/support/fake-geolocation.ts';
import { fakeServer, heldBack, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { CardActivity } from '#web/features/scans/finds/CardActivity.tsx';
import { DigestPreference, NewCardsPreference } from '#web/features/scans/finds/NewsChoices.tsx';
import { storeDistanceChoice } from '#web/lib/distance/distance-unit.ts';
import { FoundCardsPage } from '#web/pages/found-cards/FoundCardsPage.tsx';

vi.mock('#web/features/finding/map/towns/towns.ts', () => ({
  searchTowns: async () => [{ name: 'Asheville', regionName: 'North Carolina, United States', latitude: 35.6, longitude: -82.55 }],
  townsAttribution: 'Towns: GeoNames, CC BY 4.0',
}));

const list = 'GET /api/finds?limit=20';
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

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/user': { json: member },
    'GET /api/config': { json: site },
    [list]: { json: { finds: [mill, retiredCard], nextCursor: null } },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp, where: Pick<typeof screen, 'getByRole'> = screen) =>
  userEvent.click(where.getByRole('button', { name }));
const bodies = (call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body);

describe('the list of found cards', () => {
  async function visit() {
    await signInAs({});
    render(
      <PageFrame>
        <FoundCardsPage />
      </PageFrame>,
    );
  }

  test('shows name, id and place, and can be downloaded', async () => {
    await visit();
    const rows = within(await screen.findByRole('list', { name: 'Cards you have found' })).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(within(rows[0] as HTMLElement).getByText('Old mill')).toBeTruthy();
    expect(
      within(rows[0] as HTMLElement)
        .getByRole('link', { name: 'On the map, accurate to about 330 ft' })
        .getAttribute('href'),
    ).toBe('https://www.openstreetmap.org/?mlat=35.6&mlon=-82.55#map=15/35.6/-82.55');
    expect(within(rows[1] as HTMLElement).getByText('TC-0000005')).toBeTruthy();
    expect(within(rows[1] as HTMLElement).queryByRole('button')).toBeNull();
    expect(screen.getByRole('link', { name: 'Download GPX' }).getAttribute('href')).toBe('/api/finds/gpx');
  });

  test('leads to scanning if it is empty', async () => {
    answers[list] = { json: { finds: [], nextCursor: null } };
    await visit();
    expect(await screen.findByRole('heading', { name: 'No finds yet' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Scan QR' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download GPX' })).toBeNull();
  });

  test('loads the next page', async () => {
    answers[list] = { json: { finds: [mill], nextCursor: '9' } };
    answers[`${list}&cursor=9`] = { json: { finds: [retiredCard], nextCursor: null } };
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('TC-0000005')).toBeTruthy();
  });

  test('accepts a note to the owner, which can be changed and deleted', async () => {
    const log = { text: 'A fine view', writtenAt: '2026-10-03T09:00:00.000Z' };
    answers['PUT /api/finds/TC-0000004/log'] = { json: log };
    answers['DELETE /api/finds/TC-0000004/log'] = { json: { message: 'Note deleted.' } };
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Leave a note for the owner of TC-0000004' }));
    await press('Send note');
    expect(await screen.findByText('Please write a note for the owner')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Note for the owner' }), 'A fine view');
    await press('Send note');
    expect(await screen.findByText('A fine view')).toBeTruthy();
    expect(bodies('PUT /api/finds/TC-0000004/log')).toEqual([{ text: 'A fine view' }]);
    await press('Edit your note on TC-0000004');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('A fine view');
    await press('Cancel');
    await press('Delete your note on TC-0000004');
    expect(await screen.findByRole('button', { name: 'Leave a note for the owner of TC-0000004' })).toBeTruthy();
  });

  test('is also shown on a map, where a pin shows its cards and accepts notes', async () => {
    const log = { text: 'A fine view', writtenAt: '2026-10-03T09:00:00.000Z' };
    answers['PUT /api/finds/TC-0000004/log'] = { json: log };
    answers[list] = { json: { finds: [mill, retiredCard], nextCursor: '8' } };
    const bridge = { ...mill, id: 7, cardId: 'TC-0000006', name: 'Footbridge' };
    answers[`${list}&cursor=8`] = { json: { finds: [bridge], nextCursor: null } };
    await visit();
    await userEvent.click(await screen.findByRole('tab', { name: 'Map' }));
    expect(screen.getByText('1 card on the map. Tap a pin to see which card. See the list for 1 more.')).toBeTruthy();
    // Uses the keyboard, because two clicks in quick succession would be a double click on the map.
    (await screen.findByRole('button', { name: 'Old mill, accurate to about 330 ft' })).focus();
    await userEvent.keyboard('{Enter}');
    const chosen = within(screen.getByRole('list', { name: 'Selected on the map' }));
    expect(screen.getByText('1 card selected, listed below the map.')).toBeTruthy();
    await press('Leave a note for the owner of TC-0000004', chosen);
    await userEvent.type(chosen.getByRole('textbox'), 'A fine view');
    await press('Send note', chosen);
    expect(await chosen.findByText('A fine view')).toBeTruthy();
    await press('Show older finds');
    (await screen.findByRole('button', { name: /^2 cards here: Old mill, .*; Footbridge, / })).focus();
    await userEvent.keyboard('{Enter}');
    expect(chosen.getAllByRole('listitem')).toHaveLength(2);
    await userEvent.click(screen.getByRole('tab', { name: 'List' }));
    expect(within(screen.getByRole('list', { name: 'Cards you have found' })).getByText('A fine view')).toBeTruthy();
  });

  test('shows a notice on the map if no find has a location', async () => {
    answers[list] = { json: { finds: [retiredCard], nextCursor: null } };
    await visit();
    await userEvent.click(await screen.findByRole('tab', { name: 'Map' }));
    expect(screen.getByText('None of these cards are on the map. See the list instead.')).toBeTruthy();
    expect(screen.queryByRole('application')).toBeNull();
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

  test('shows that it is loading', async () => {
    answers[list] = heldBack;
    await visit();
    expect(await screen.findByText('Loading your finds…')).toBeTruthy();
  });
});

describe('the statistics of one’s own card', () => {
  const path = '/api/cache-cards/TC-0000004';
  const log = { id: 3, finder: 'river_otter', text: 'A fine view', writtenAt: '2026-11-18T09:00:00.000Z', isHidden: false };
  const activity: Activity = {
    weeks: [
      { startsOn: '2026-11-09', finds: 0 },
      { startsOn: '2026-11-16', finds: 3 },
    ],
    lastFindAt: '2026-11-18T08:00:00.000Z',
    logs: [log],
  };
  async function visit() {
    answers[`GET ${path}/activity`] ??= { json: activity };
    await signInAs({});
    render(
      <PageFrame>
        <CardActivity cardId="TC-0000004" openReports={1} />
      </PageFrame>,
    );
  }

  test('have a chart with a table, the last find, reports and notes', async () => {
    await visit();
    const table = await screen.findByRole('table', { name: 'Finds by week' });
    expect(
      within(table)
        .getAllByRole('row')
        .map(({ textContent }) => textContent),
    ).toEqual(['Week of (UTC)Finds', 'Nov 90', 'Nov 163']);
    expect(screen.getByText('3 finds in 2 weeks')).toBeTruthy();
    expect(screen.getByText('1 member couldn’t find it')).toBeTruthy();
    expect(screen.getByText('A fine view')).toBeTruthy();
  });

  test('can hide a note and show it again', async () => {
    await visit();
    await screen.findByText('A fine view');
    answers[`POST ${path}/logs/3/hide`] = { json: { message: 'Hidden' } };
    answers[`POST ${path}/logs/3/show`] = { json: { message: 'Shown' } };
    answers[`GET ${path}/activity`] = { json: { ...activity, logs: [{ ...log, isHidden: true }] } };
    await press('Hide the note from river_otter');
    expect(await screen.findByText('You hid this note.')).toBeTruthy();
    answers[`GET ${path}/activity`] = { json: activity };
    await press('Show the note from river_otter');
    expect(await screen.findByText('A fine view')).toBeTruthy();
  });

  test('report a failure to load, and missing notes', async () => {
    answers[`GET ${path}/activity`] = { json: { ...activity, logs: [], lastFindAt: null } };
    await visit();
    expect(await screen.findByText(/No notes yet/)).toBeTruthy();
    expect(screen.getByText('None yet')).toBeTruthy();
  });
});

describe('emails about finds and new cards', () => {
  const preferences: Preferences = {
    wantsOptionalMail: true,
    digest: 'off',
    newCards: null,
    hasPassword: true,
    freshUntil: '2026-01-01T00:00:00.000Z',
  };
  async function visit(known: Partial<Preferences> = {}) {
    answers['GET /api/preferences'] = { json: { ...preferences, ...known } };
    await signInAs({});
    render(
      <PageFrame>
        <DigestPreference user={member as User} />
        <NewCardsPreference user={member as User} />
      </PageFrame>,
    );
  }

  test('a digest is saved when it is chosen', async () => {
    await visit();
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Email digest about your cards' });
    expect(choice.value).toBe('off');
    answers['PUT /api/preferences/digest'] = { json: { ...preferences, digest: 'weekly' } };
    await userEvent.selectOptions(choice, 'Once a week, on Mondays');
    expect(await screen.findByText('Preferences saved')).toBeTruthy();
    expect(choice.value).toBe('weekly');
    expect(bodies('PUT /api/preferences/digest')).toEqual([{ frequency: 'weekly' }]);
    answers['PUT /api/preferences/digest'] = new TypeError('offline');
    await userEvent.selectOptions(choice, 'Never');
    expect(await screen.findByText('Couldn’t save your preferences')).toBeTruthy();
    expect(choice.value).toBe('weekly');
  });

  test('a place for new cards comes from the device, with a radius', async () => {
    fakeGeolocation({ latitude: 35.5951, longitude: -82.5515, accuracy: 8 });
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose a place' }));
    await press('Save');
    expect(await screen.findByText('Latitude must be a number')).toBeTruthy();
    await press('Use my location');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Radius' }), '10 mi');
    answers['PUT /api/preferences/new-cards'] = { json: { ...preferences, newCards: { latitude: 35.6, longitude: -82.55, radiusKm: 16 } } };
    await press('Save');
    const place = await screen.findByText(/of 35.6, -82.55/);
    expect(place.textContent).toBe('Within 10 mi of 35.6, -82.55');
    expect(bodies('PUT /api/preferences/new-cards')).toEqual([{ latitude: 35.5951, longitude: -82.5515, radiusKm: 16 }]);
    act(() => storeDistanceChoice('metric'));
    expect(place.textContent).toBe('Within 16 km of 35.6, -82.55');
    await press('Change');
    const radii = within(screen.getByRole('combobox', { name: 'Radius' })).getAllByRole('option');
    expect(radii.map((option) => option.textContent)).toEqual(['1 km', '2 km', '5 km', '10 km', '16 km', '25 km', '50 km', '100 km']);
    act(() => storeDistanceChoice(null));
  });

  eachVariant([
    ['ashe', /^Asheville/, { latitude: 35.6, longitude: -82.55 }],
    ['N 35° 35.706 W 082° 33.090', /^35.5951/, { latitude: 35.5951, longitude: -82.5515 }],
  ])('a place for new cards can be typed: %s', async (typed, option, place) => {
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Choose a place' }));
    const box = screen.getByRole('combobox', { name: 'Town or coordinates' });
    await userEvent.type(box, '95, 200');
    expect(await screen.findByText(/^Latitude must be between -90 and 90/)).toBeTruthy();
    await userEvent.clear(box);
    await userEvent.type(box, typed);
    await userEvent.click(await screen.findByRole('option', { name: option }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Latitude' }).value).toBe(String(place.latitude));
    answers['PUT /api/preferences/new-cards'] = { json: { ...preferences, newCards: { ...place, radiusKm: 24 } } };
    await press('Save');
    expect(await screen.findByText('15 mi')).toBeTruthy();
    expect(bodies('PUT /api/preferences/new-cards')).toEqual([{ ...place, radiusKm: 24 }]);
  });

  test('can be turned off, and show when they are off together with other news', async () => {
    await visit({ newCards: { latitude: 35.6, longitude: -82.55, radiusKm: 10 }, wantsOptionalMail: false });
    expect(await screen.findByText(/^Paused while/)).toBeTruthy();
    answers['DELETE /api/preferences/new-cards'] = { json: preferences };
    await press('Turn off');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Choose a place' })).toBeTruthy());
  });
});
