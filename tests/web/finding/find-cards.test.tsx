/** The Find Cards page: the location it searches around, its sorting, and its messages when data is missing. */
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentProps } from 'react';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { NearCard } from '#schema/finding/finding.ts';
import { cellAround, getShownPlace } from '#schema/finding/shown-place.ts';
import { fakeGeolocation } from '#tests/web/support/fake-geolocation.ts';
import { fakeServer, member, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import type { MapCount } from '#web/features/finding/map/map-content.ts';
import type { PlaceMap } from '#web/features/finding/map/PlaceMap.tsx';
import { CarriedRegion } from '#web/features/finding/nearby/carried/CarriedRegion.tsx';
import type { CarriedCards } from '#web/features/finding/nearby/carried/carried-cards.ts';
import { clearFindingData, clearOtherMembersFindingData } from '#web/features/finding/nearby/clear-finding-data.ts';
import { pickPlace, readSearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { storeToken } from '#web/lib/auth-storage.ts';
import { FindCardsPage } from '#web/pages/find-cards/FindCardsPage.tsx';

const shelf = vi.hoisted(() => ({ kept: null as unknown, isRefused: false }));
vi.mock('#web/features/finding/nearby/carried/carried-store.ts', () => ({
  carriedStore: {
    async get(memberId: number) {
      return (shelf.kept as CarriedCards | null)?.memberId === memberId ? shelf.kept : null;
    },
    async put(carried: CarriedCards) {
      if (shelf.isRefused) throw new DOMException('no', 'InvalidStateError');
      shelf.kept = carried;
    },
    async clear() {
      shelf.kept = null;
    },
    async clearExcept(memberId: number) {
      if ((shelf.kept as CarriedCards | null)?.memberId !== memberId) shelf.kept = null;
    },
  },
}));

/** The props that the page passes to the map. */
const map = vi.hoisted(() => ({ props: null as unknown }));
vi.mock('#web/features/finding/map/PlaceMap.tsx', () => ({
  PlaceMap(props: unknown) {
    map.props = props;
    return null;
  },
}));
const mapWindow = { west: -83, south: 35, east: -82, north: 36 };
const inWindow = 'GET /api/cards/in?bbox=-83,35,-82,36&zoom=10';
const theMap = () => map.props as ComponentProps<typeof PlaceMap>;

const here = { latitude: 35.6, longitude: -82.5, accuracy: 12 };
const denied = 1;
const timeout = 3;
/** The request for the latest finds, which is sent if the member has chosen no location. */
const latestFinds = 'GET /api/finds?limit=20';
const near = (lat: number | string, lng: number | string, more = '') => `GET /api/cards/near?lat=${lat}&lng=${lng}${more}`;

const card = (name: string, latitude: number, more: Partial<NearCard> = {}): NearCard => ({
  id: name.length,
  cardId: null,
  name,
  latitude,
  longitude: -82.5,
  visibility: 'near',
  found: 'no',
  hint: `The hint of ${name}`,
  ...more,
});
const mill = { ...card('Old mill', 35.61), ...getShownPlace({ latitude: 35.61, longitude: -82.5 }, 'near') };
const bridge = card('Footbridge', 35.65, { found: 'yes', visibility: 'exact' });
const tower = card('Watchtower hill', 35.7, { found: 'own', visibility: 'area', cardId: 'TC-0000015' });
const find = { id: 1, cardId: 'TC-1', name: null, foundAt: '2026-11-01T12:00:00.000Z', tokens: 1, place: null, log: null, takesLog: false };
const answer = (cards: NearCard[], more = {}) => ({ json: { cards, nextCursor: null, isDayUsedUp: false, ...more } });

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
let device: ReturnType<typeof fakeGeolocation>;
beforeEach(async () => {
  localStorage.clear();
  shelf.kept = null;
  shelf.isRefused = false;
  answers = { [near('35.6', '-82.5')]: answer([mill, bridge, tower]), 'GET /api/cards/country': { json: { place: null } } };
  answers[latestFinds] = { json: { finds: [], nextCursor: null } };
  sent = fakeServer(answers);
  device = fakeGeolocation(here);
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-DE');
  await signInAs({});
  storeToken(`header.${btoa(JSON.stringify({ userId: member.id }))}.signature`);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function open(searchPath = '') {
  const { hook, searchHook } = memoryLocation({ path: '/dashboard/find', searchPath });
  return render(
    <Router hook={hook} searchHook={searchHook}>
      <PageFrame>
        <FindCardsPage />
      </PageFrame>
    </Router>,
  );
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
/** Returns the getByRole options for a card's row in the list. Clicking the row opens the card's sheet. */
const lineOf = (name: string) => ({ name: new RegExp(`^${name}.*, (Not found yet|Found|Yours)$`) });
const names = () => screen.getAllByRole('button', lineOf('')).map((line) => line.querySelector('.card-row-name')?.textContent);
const entry = (name: string) => within(screen.getByRole('button', lineOf(name)));
const details = {
  hint: 'Under the oak',
  ownerName: 'hazel',
  ownerMedal: null,
  placedOn: '2026-03-01',
  movedWeek: null,
  finds: 3,
  lastFoundWeek: '2026-11-16',
  checkedWeek: '2026-11-23',
};

async function openSheet(name: string) {
  await userEvent.click(screen.getByRole('button', lineOf(name)));
  return within(await screen.findByRole('dialog', { name }));
}
const requestedPaths = () => sent.filter(({ path }) => path.startsWith('/api/cards/near')).map(({ path }) => path);

async function locateToFind() {
  open();
  await press('Use my location');
  await screen.findByRole('button', lineOf('Old mill'));
}

async function locate() {
  await locateToFind();
  await press('All');
}

describe('a member with an unverified email', () => {
  beforeEach(() => signInAs({ emailVerified: false }));

  test('sees the list below a notice that sends the email again, and no error', { tags: 'long' }, async () => {
    answers['POST /api/verify-email/send'] = { json: { message: 'We’ve sent the email again.' } };
    await locate();
    expect(names()).toEqual(['Old mill', 'Footbridge', 'Watchtower hill']);
    const notice = screen.getByText('Verify your email to see all cards.');
    expect(notice.compareDocumentPosition(screen.getByRole('button', lineOf('Old mill')))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.queryByRole('alert', { name: /could not/ })).toBeNull();
    await press('Send again');
    expect(await screen.findByText('We’ve sent the email again.')).toBeTruthy();
  });

  test('learns at the daily limit that verifying shows more', async () => {
    answers[near('35.6', '-82.5')] = answer([mill], { isDayUsedUp: true });
    await locate();
    expect(names()).toEqual(['Old mill']);
    expect(screen.getByText('You’ve seen today’s 20 cards. Verify your email to see more.')).toBeTruthy();
    expect(screen.queryByText('You’ve reached today’s limit')).toBeNull();
  });

  test('sees no message at the daily limit that a place has no cards', async () => {
    answers[near('35.6', '-82.5')] = answer([card('Farm', 36.4)], { isDayUsedUp: true });
    open();
    await press('Use my location');
    expect(await screen.findByText('You’ve seen today’s 20 cards. Once you verify, you can search here, too.')).toBeTruthy();
    expect(screen.queryByText(/^No cards near/)).toBeNull();
    expect(screen.queryByRole('button', lineOf('Farm'))).toBeNull();
  });

  describe('at the daily limit, in another part of the map', () => {
    const inPart = { latitude: 35.7, longitude: -82.4, count: 19 };
    const outside = { latitude: 36.2, longitude: -82.9, count: 4 };

    async function openPart(counts: MapCount[]) {
      answers[near('35.6', '-82.5')] = answer([card('Farm', 36.4)], { isDayUsedUp: true });
      answers[inWindow] = { json: { cards: [], counts, isDayUsedUp: false } };
      open();
      await press('Use my location');
      await screen.findByText('You’ve seen today’s 20 cards. Once you verify, you can search here, too.');
      act(() => theMap().onMove?.(mapWindow, 10));
    }

    test('sees how many cards the map counts there', async () => {
      await openPart([inPart, outside]);
      expect(await screen.findByText('Then you can see the 19 cards around here.')).toBeTruthy();
      expect(screen.getByText('19 cards in 1 area of this part of the map.', { exact: false })).toBeTruthy();
      expect(screen.queryByText('The numbers count all cards. Zoom in to filter.')).toBeNull();
      expect(theMap().view).not.toHaveProperty('maxZoom');
    });

    test('sees the nearest counts at first, even if the map must zoom out', async () => {
      await openPart([outside]);
      await waitFor(() => expect(theMap().view).toMatchObject({ maxZoom: 10, isAutomatic: true }));
      const { view } = theMap();
      expect(view).toHaveProperty('area', { west: -82.9, south: 35.6, east: -82.5, north: 36.2 });
      const moved = 'GET /api/cards/in?bbox=-83,35,-82,35.9&zoom=10';
      answers[moved] = { json: { cards: [], counts: [outside], isDayUsedUp: false } };
      act(() => theMap().onMove?.({ ...mapWindow, north: 35.9 }, 10));
      await waitFor(() => expect(sent.map(({ path }) => `GET ${path}`)).toContain(moved));
      expect(await screen.findByText('No cards in this part of the map.', { exact: false })).toBeTruthy();
      expect(theMap().view).toBe(view);
    });

    const failure = refused('internal');
    test.each([
      ['no count', 11, { json: { cards: [], counts: [], isDayUsedUp: false } }],
      ['no response', 12, failure],
    ])('sees the map where it is if there is %s', async (_, zoom, inPart) => {
      answers[near('35.6', '-82.5')] = answer([card('Farm', 36.4)], { isDayUsedUp: true });
      answers['GET /api/cards/in?bbox=-90,30,-84,34&zoom=10'] = { json: { cards: [], counts: [outside], isDayUsedUp: false } };
      const path = `GET /api/cards/in?bbox=-83,35,-82,36&zoom=${zoom}`;
      answers[path] = inPart;
      open();
      act(() => theMap().onMove?.({ west: -90, south: 30, east: -84, north: 34 }, 10));
      await press('Use my location');
      await screen.findByText('You’ve seen today’s 20 cards. Once you verify, you can search here, too.');
      const { view } = theMap();
      act(() => theMap().onMove?.(mapWindow, zoom));
      await waitFor(() => expect(sent.map((request) => `GET ${request.path}`)).toContain(path));
      if (inPart === failure) await screen.findByText(failure.json.message);
      else await act(async () => {});
      expect(theMap().view).toBe(view);
    });
  });

  test('can save the cards they may see offline, with the limit explained', async () => {
    await locate();
    answers[near('35.6', '-82.5', '&limit=200')] = answer([mill], { isDayUsedUp: true });
    await press('Save offline');
    expect(await screen.findByText(/You’ve seen 20 different cards today, the daily limit/)).toBeTruthy();
  });
});

test('a member with a verified email sees no notice about it above the list', async () => {
  await locate();
  expect(screen.queryByText(/^Verify your email/)).toBeNull();
});

describe('the list of near cards', () => {
  test('shows each card in one line with its distance, direction and find status', async () => {
    await locate();
    expect(screen.getAllByRole('button', lineOf('')).map((line) => line.textContent)).toEqual([
      expect.stringMatching(/^Old mill 1\.1 km north, \d+ degrees, Not found yet$/),
      'Footbridge 5.6 km north, 0 degrees, Found',
      'Watchtower hill 11 km north, 0 degrees, Yours',
    ]);
    expect(screen.getByText('Following your location, accurate to about 10 m.')).toBeTruthy();
  });

  test('opens a card’s sheet, which shows everything else about it, with the hint', async () => {
    answers[`GET /api/cards/${mill.id}/details`] = { json: details };
    answers[`GET /api/cards/${tower.id}/details`] = { json: { ...details, hint: '', ownerName: null, finds: 0, lastFoundWeek: null } };
    await locate();
    const sheet = await openSheet('Old mill');
    expect(await sheet.findByText('hazel')).toBeTruthy();
    const facts = sheet.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(facts).toEqual([
      'Hidden by: hazel',
      'Here since: 01.03.2026',
      'Finds: 3 before this week',
      'Last found: Week of 16.11.2026',
      'Checked by its owner: Week of 23.11.2026',
    ]);
    expect(sheet.getByText('Accurate to about 100 m')).toBeTruthy();
    expect(sheet.getByText('Under the oak')).toBeTruthy();
    expect(sheet.getByRole('link', { name: 'Directions' }).getAttribute('href')).toBe(
      `geo:${mill.latitude},${mill.longitude}?q=${mill.latitude},${mill.longitude}(Old%20mill)`,
    );
    expect(sheet.getByRole('button', { name: 'Scan this card' })).toBeTruthy();
    expect(theMap().selectedId).toBe(String(mill.id));
    await userEvent.click(sheet.getByRole('button', { name: /Close/ }));
    expect(theMap().selectedId).toBeNull();

    const own = await openSheet('Watchtower hill');
    expect(await own.findByText('A member')).toBeTruthy();
    expect(own.getByText('None before this week')).toBeTruthy();
    expect(own.getByRole('link', { name: 'Open your card' }).getAttribute('href')).toBe(`/dashboard/cache-cards/${tower.cardId}`);
    expect(own.queryByRole('button', { name: /Scan this card|couldn’t find/ })).toBeNull();
  });

  test('opens a card next to the list in a wide window, until Escape closes it', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
    for (const { id } of [mill, tower]) answers[`GET /api/cards/${id}/details`] = { json: details };
    await locate();
    await openSheet('Old mill');
    await openSheet('Watchtower hill');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Watchtower hill' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(theMap().selectedId).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', lineOf('Watchtower hill')));
  });

  test('opens Apple’s maps on its phones', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)');
    answers[`GET /api/cards/${mill.id}/details`] = { json: details };
    await locate();
    const sheet = await openSheet('Old mill');
    expect(sheet.getByRole('link', { name: 'Directions' }).getAttribute('href')).toBe(
      `https://maps.apple.com/?ll=${mill.latitude},${mill.longitude}&q=Old%20mill`,
    );
  });

  test('shows only cards to find at first, found ones on request, and both counts', async () => {
    await locateToFind();
    expect(names()).toEqual(['Old mill']);
    expect(screen.getByRole('button', { name: 'To find 1', pressed: true })).toBeTruthy();
    await press('Found 1');
    expect(names()).toEqual(['Footbridge']);
    await press('All');
    expect(names()).toHaveLength(3);
  });

  test('separates nearby cards from those farther away', async () => {
    answers[near('35.6', '-82.5')] = answer([mill, card('Farm', 36.4), card('Castle', 36.5)]);
    await locate();
    expect(names()).toEqual(['Old mill', 'Farm', 'Castle']);
    const heading = screen.getByRole('heading', { name: 'Farther away' });
    expect(heading.compareDocumentPosition(screen.getByRole('button', lineOf('Old mill')))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(heading.compareDocumentPosition(screen.getByRole('button', lineOf('Farm')))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  test('loads more at its end', async () => {
    answers[near('35.6', '-82.5')] = answer([mill], { nextCursor: '1000.5-3' });
    answers[near('35.6', '-82.5', '&cursor=1000.5-3')] = answer([bridge]);
    answers['GET /api/finds?limit=20'] = { json: { finds: [find], nextCursor: null } };
    await locate();
    expect(screen.getByRole('button', { name: 'To find' })).toBeTruthy();
    await press('Found');
    expect(screen.getByText(/You haven’t found any of the cards shown\./)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All cards you have found' }).getAttribute('href')).toBe('/dashboard/found');
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    await press('All');
    await press('Show more');
    await waitFor(() => expect(names()).toEqual(['Old mill', 'Footbridge']));
  });

  test('shows a member without finds the way to the first one', async () => {
    answers[near('35.6', '-82.5')] = answer([mill]);
    answers['GET /api/finds?limit=20'] = { json: { finds: [], nextCursor: null } };
    await locate();
    await press('Found 0');
    expect(await screen.findByRole('heading', { name: 'No finds yet' })).toBeTruthy();
    expect(names()).toEqual(['Old mill']);
    await press('Show cards to find');
    expect(screen.getByRole('button', { name: 'To find 1', pressed: true })).toBeTruthy();
  });

  test('reports a card as not found', async () => {
    answers[`POST /api/cards/${mill.id}/report`] = { json: { message: 'Thank you for telling us.', status: 'active' } };
    answers[`GET /api/cards/${mill.id}/details`] = { json: details };
    await locate();
    const sheet = await openSheet('Old mill');
    await userEvent.click(sheet.getByRole('button', { name: 'I couldn’t find it' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Report this card missing?' }));
    expect(dialog.getByText('Old mill')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Yes, it’s missing' }));
    expect(await sheet.findByText('Thank you for telling us.')).toBe(document.activeElement);
  });
});

describe('walking with the list', () => {
  test('sorts again at every step without a request', async () => {
    await locate();
    device.moveTo({ latitude: 35.66, longitude: -82.5, accuracy: 4 });
    await waitFor(() => expect(names()).toEqual(['Old mill', 'Footbridge', 'Watchtower hill']));
    expect(entry('Old mill').getByText(/^south/)).toBeTruthy();
    device.moveTo({ latitude: 35.6101, longitude: -82.5001, accuracy: 4 });
    expect(await entry('Old mill').findByText('Right here')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Scan' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /^Directions/ })).toBeNull();
    expect(requestedPaths()).toHaveLength(1);
  });

  test('shows “Right here” only for the member’s own position, not for a place on the map', async () => {
    answers[near('35.61', '-82.5')] = answer([mill]);
    await locate();
    // A slip on the map must not replace the member's own position.
    expect(theMap().onTap).toBeUndefined();
    await press('Change place');
    act(() => theMap().onTap?.({ latitude: 35.61, longitude: -82.5 }));
    expect(await screen.findByText('Around the place on the map')).toBeTruthy();
    expect(entry('Old mill').getByText('70 m')).toBeTruthy();
    expect(screen.queryByText('Right here')).toBeNull();
    expect(screen.getByRole('link', { name: /^Directions/ })).toBeTruthy();
  });

  test('reloads beyond half of the list’s radius, and shows the old list meanwhile', async () => {
    answers[near('35.6', '-82.5')] = answer([mill, tower], { nextCursor: '11000-3' });
    answers[near('35.68', '-82.5')] = answer([card('Farm', 35.69)]);
    await locate();
    device.moveTo({ latitude: 35.68, longitude: -82.5, accuracy: 4 });
    expect(names()).toHaveLength(2);
    expect(await screen.findByRole('button', lineOf('Farm'))).toBeTruthy();
    expect(requestedPaths()).toHaveLength(2);
  });
});

describe('the member’s place', () => {
  test.each([
    [denied, /^Access to your location was denied/],
    [timeout, /^Finding your location took too long/],
  ])('that the device refuses with %i is replaced by instructions', async (code, message) => {
    device.answer(code);
    open();
    await press('Use my location');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Town or coordinates' })).toBeTruthy();
    expect(requestedPaths()).toEqual([]);
  });

  test('is stored on the device for this member, until they sign out', async () => {
    await locate();
    expect(readSearchPlace(member.id)).toMatchObject({ latitude: 35.6, source: 'device' });
    expect(readSearchPlace(member.id + 1)).toBeNull();
    await clearFindingData();
    expect(readSearchPlace(member.id)).toBeNull();
  });

  test('survives a lost session, until someone else signs in', async () => {
    await locate();
    await clearOtherMembersFindingData(member.id);
    expect(readSearchPlace(member.id)).toMatchObject({ latitude: 35.6 });
    await clearOtherMembersFindingData(member.id + 1);
    expect(readSearchPlace(member.id)).toBeNull();
  });

  test('is taken from the address after a find', async () => {
    open('near=35.6,-82.5');
    expect(await screen.findByRole('heading', { name: 'Around the card you came from' })).toBeTruthy();
    expect(await screen.findByRole('button', lineOf('Old mill'))).toBeTruthy();
    expect(device.timesAsked()).toBe(0);
  });

  test.each([
    ['is that of the last find of the past week', 6],
    ['can be chosen to be that of an older find', 8],
  ])('%s', async (_, days) => {
    const foundAt = new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString();
    answers[latestFinds] = {
      json: { finds: [{ ...find, foundAt, place: { ...pickPlace(here), visibility: 'exact' } }], nextCursor: null },
    };
    open();
    if (days > 7) {
      await screen.findByRole('button', { name: 'Use my location' });
      expect(requestedPaths()).toEqual([]);
      await press('Around your last find');
    }
    expect(await screen.findByRole('heading', { name: 'Around your last find' })).toBeTruthy();
    expect(requestedPaths()).toHaveLength(1);
  });

  test('can be typed as coordinates, with an explanation of invalid ones', async () => {
    open();
    const input = await screen.findByRole('combobox', { name: 'Town or coordinates' });
    await userEvent.type(input, '95, 10');
    expect(await screen.findByText(/must be between -90 and 90/)).toBeTruthy();
    await userEvent.clear(input);
    await userEvent.type(input, 'N 35° 36.000 W 082° 30.000');
    await userEvent.click(await screen.findByRole('option', { name: '35.6, -82.5' }));
    expect(await screen.findByRole('heading', { name: 'Around 35.6, -82.5' })).toBeTruthy();
    expect(await screen.findByRole('button', lineOf('Old mill'))).toBeTruthy();
    await press('Change place');
    expect(screen.getByRole('button', { name: 'Use my location' })).toBeTruthy();
  });

  test('is ignored if it is invalid in the address', async () => {
    open('near=95,x');
    expect(await screen.findByRole('button', { name: 'Use my location' })).toBeTruthy();
  });
});

describe('the map of near cards', () => {
  const { hint: _, ...onMap } = card('Library', 35.66, { found: 'yes', visibility: 'exact' });

  const openMap = locate;

  test('shows the member’s part of the world before a place is chosen, or else all of it', async () => {
    answers['GET /api/cards/country'] = { json: { place: null } };
    open();
    await waitFor(() => expect(theMap().view).toMatchObject({ zoom: 1 }));
    cleanup();
    await mutate(() => true, undefined, { revalidate: false });
    answers['GET /api/cards/country'] = { json: { place: { latitude: 48, longitude: 8 } } };
    open();
    await waitFor(() => expect(theMap().view).toEqual({ latitude: 48, longitude: 8, zoom: 4 }));
  });

  test('starts at the nearest cards and shows those in its window', async () => {
    answers[inWindow] = { json: { cards: [mill, onMap], counts: [], isDayUsedUp: false } };
    await openMap();
    const { view } = theMap();
    expect('area' in view && view.area.south <= 35.6 && view.area.north >= 35.7).toBe(true);
    expect(theMap().userPosition).toMatchObject(here);
    expect(theMap().labeledId).toBe(String(mill.id));
    await press('Center the map on me');
    expect(theMap().view).toMatchObject({ latitude: here.latitude, longitude: here.longitude });
    act(() => theMap().onMove?.(mapWindow, 10));
    expect(await screen.findByText(/2 cards in this part of the map/)).toBeTruthy();
    const placeOfMill = { latitude: mill.latitude, longitude: mill.longitude };
    expect(theMap().markers).toEqual([
      {
        id: String(mill.id),
        label: 'Old mill, not found yet, accurate to about 100 m',
        name: 'Old mill',
        ...placeOfMill,
        kind: 'unfound',
        visibility: 'near',
      },
      {
        id: String(onMap.id),
        label: 'Library, found, exact location',
        name: 'Library',
        latitude: 35.66,
        longitude: -82.5,
        kind: 'found',
        visibility: 'exact',
      },
    ]);
  });

  test('offers the nearest card, with its direction, when none is in view', async () => {
    answers[inWindow] = { json: { cards: [], counts: [], isDayUsedUp: false } };
    await openMap();
    act(() => theMap().onMove?.(mapWindow, 10));
    await userEvent.click(await screen.findByRole('button', { name: /^Show the nearest card .+ k?m/ }));
    expect(theMap().view).toEqual({ latitude: mill.latitude, longitude: mill.longitude, zoom: 12 });
  });

  test('opens the sheet of a card, and lists the cards at one point first', async () => {
    answers[inWindow] = { json: { cards: [mill, onMap], counts: [], isDayUsedUp: false } };
    answers[`GET /api/cards/${onMap.id}/details`] = { json: { ...details, hint: 'Behind the sign' } };
    await openMap();
    act(() => theMap().onMove?.(mapWindow, 10));
    await screen.findByText(/2 cards/);
    act(() => theMap().onSelect?.([mill.id, onMap.id].map(String)));
    const both = within(await screen.findByRole('dialog', { name: '2 cards here' }));
    await userEvent.click(both.getByRole('button', lineOf('Library')));
    const sheet = within(await screen.findByRole('dialog', { name: 'Library' }));
    expect(await sheet.findByText('Behind the sign')).toBeTruthy();
    await userEvent.click(sheet.getByRole('button', { name: 'All 2 cards here' }));
    await screen.findByRole('dialog', { name: '2 cards here' });
  });

  test('draws the cell of a chosen card, but none for an exact place', async () => {
    answers[inWindow] = { json: { cards: [mill, onMap], counts: [], isDayUsedUp: false } };
    await openMap();
    act(() => theMap().onMove?.(mapWindow, 10));
    await screen.findByText(/2 cards/);
    expect(theMap().area).toBeNull();
    act(() => theMap().onSelect?.([String(mill.id)]));
    expect(theMap().area).toEqual(cellAround({ latitude: 35.61, longitude: -82.5 }, 'near'));
    act(() => theMap().onSelect?.([String(onMap.id)]));
    expect(theMap().area).toBeNull();
  });

  test('shows counts where there are too many cards, and reports a used-up day', async () => {
    const counts = [35.2, 35.7].map((latitude) => ({ latitude, longitude: -82.5, count: 400 }));
    answers[inWindow] = { json: { cards: [], counts, isDayUsedUp: true } };
    await openMap();
    act(() => theMap().onMove?.(mapWindow, 10));
    expect(await screen.findByText(/800 cards in 2 areas of this part of the map/)).toBeTruthy();
    expect(screen.getByText(/You’ve seen 2\.000 different cards today/)).toBeTruthy();
    expect(theMap().counts).toEqual(counts);
    expect(screen.queryByText(/Zoom in to filter/)).toBeNull();
    await press(/^To find/);
    expect(screen.getByText('The numbers count all cards. Zoom in to filter.')).toBeTruthy();
  });

  test('gets taller and smaller with the handle of the list', async () => {
    await openMap();
    await press('Show more of the map');
    screen.getByRole('button', { name: 'Show the list' }).focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(screen.getByRole('button', { name: 'Show more of the map' })).toBe(document.activeElement);
    await userEvent.keyboard('{ArrowDown}');
    await press('Show the list');
    expect(screen.getByRole('button', { name: 'Show more of the map' })).toBeTruthy();
  });

  test('is not filtered while there is no list', async () => {
    answers[near('35.6', '-82.5')] = new TypeError('Failed to fetch');
    answers[inWindow] = { json: { cards: [mill, bridge], counts: [], isDayUsedUp: false } };
    open();
    await press('Use my location');
    await screen.findByText('Couldn’t load nearby cards');
    act(() => theMap().onMove?.(mapWindow, 10));
    await waitFor(() => expect(theMap().markers).toHaveLength(2));
  });

  test('keeps a card’s sheet and pin while only numbers of cards are shown', async () => {
    answers[inWindow] = { json: { cards: [mill], counts: [], isDayUsedUp: false } };
    answers['GET /api/cards/in?bbox=-83,35,-82,36&zoom=8'] = {
      json: { cards: [], counts: [{ latitude: 35.5, longitude: -82.5, count: 400 }], isDayUsedUp: false },
    };
    await openMap();
    act(() => theMap().onMove?.(mapWindow, 10));
    await waitFor(() => expect(theMap().markers).toHaveLength(1));
    act(() => theMap().onSelect?.([String(mill.id)]));
    await screen.findByRole('dialog', { name: 'Old mill' });
    act(() => theMap().onMove?.(mapWindow, 8));
    await waitFor(() => expect(theMap().counts).toHaveLength(1));
    expect(screen.getByRole('dialog', { name: 'Old mill' })).toBeTruthy();
    expect(theMap().markers).toHaveLength(1);
  });

  test('stays usable if a part of it cannot be loaded', async () => {
    answers[inWindow] = new TypeError('Failed to fetch');
    await openMap();
    act(() => theMap().onMove?.(mapWindow, 10));
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
    answers[inWindow] = { json: { cards: [mill], counts: [], isDayUsedUp: false } };
    await press('Try again');
    await waitFor(() => expect(screen.queryByText('No connection. Check your network and try again.')).toBeNull());
  });

  test('searches around a tapped point without moving', async () => {
    answers[near('35.8', '-82.2')] = answer([card('Farm', 35.81)]);
    await openMap();
    await press('Change place');
    const { view } = theMap();
    act(() => theMap().onTap?.({ latitude: 35.8, longitude: -82.2 }));
    expect(await screen.findByRole('heading', { name: 'Around the place on the map' })).toBeTruthy();
    expect(theMap().view).toBe(view);
    expect(await screen.findByRole('button', lineOf('Farm'))).toBeTruthy();
  });
});

describe('finding cards with little to show', () => {
  test('a far card is listed below the nearest places, and the map shows all cards at most twice as far', async () => {
    answers[near('35.6', '-82.5')] = answer([card('Far away', 37.67), card('Farther away', 38.67), card('Elsewhere', 80)]);
    open('near=35.6,-82.5');
    expect(await screen.findByText('No cards near the card you came from yet.')).toBeTruthy();
    expect(screen.getByRole('button', lineOf('Far away'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save offline' })).toBeNull();
    const { view } = theMap();
    expect('area' in view && [view.area.south, view.area.north]).toEqual([35.6, 38.67]);
  });

  test('an empty map is explained', async () => {
    answers[near('35.6', '-82.5')] = answer([]);
    open('near=35.6,-82.5');
    expect(await screen.findByRole('heading', { name: 'No cards on the map yet' })).toBeTruthy();
  });

  test('a used-up day is explained', async () => {
    answers[near('35.6', '-82.5')] = answer([mill], { isDayUsedUp: true });
    open('near=35.6,-82.5');
    expect(await screen.findByText(/You’ve seen 2\.000 different cards today/)).toBeTruthy();
  });

  test('the list reports a missing network and can be loaded again', async () => {
    answers[near('35.6', '-82.5')] = new TypeError('Failed to fetch');
    open('near=35.6,-82.5');
    expect(await screen.findByText('No connection. Check your network and try again.')).toBeTruthy();
    answers[near('35.6', '-82.5')] = answer([mill]);
    await press('Try again');
    expect(await screen.findByRole('button', lineOf('Old mill'))).toBeTruthy();
  });
});

describe('cards taken along', () => {
  const inTheList = () => within(screen.getByRole('region', { name: 'Saved offline' }));

  test('are the nearest 200, stored with the date, shown while offline, and can be removed', async () => {
    answers[near('35.6', '-82.5', '&limit=200')] = answer([mill, bridge]);
    await locate();
    await press('Save offline');
    expect(await screen.findByText('2 cards saved offline')).toBeTruthy();
    expect(inTheList().getByText('2 cards around where you are')).toBeTruthy();
    expect(inTheList().getByText(/^Saved .*, today\./)).toBeTruthy();
    expect(inTheList().queryByRole('button', lineOf(''))).toBeNull();
    await userEvent.click(inTheList().getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Saved offline' })).toBeNull());
    expect(shelf.kept).toBeNull();
  });

  test('are sorted by the device’s position without a request, and show their age', async () => {
    const days = 9 * 24 * 60 * 60_000;
    shelf.kept = { memberId: member.id, place: here, placeName: 'Asheville', takenAt: Date.now() - days, cards: [mill, bridge] };
    render(<CarriedRegion memberId={member.id} isNeeded />);
    await screen.findByRole('region', { name: 'Saved offline' });
    expect(inTheList().getByText(/, 9 days ago\. Cards may have changed since/)).toBeTruthy();
    expect(names()).toEqual(['Old mill', 'Footbridge']);
    device.answer({ ...here, latitude: 35.66 });
    await press('Sort by my location');
    expect(await entry('Footbridge').findByText('1.1 km')).toBeTruthy();
    expect(names()).toEqual(['Footbridge', 'Old mill']);
    const sheet = await openSheet('Old mill');
    expect(sheet.getByText('The hint of Old mill')).toBeTruthy();
    expect(sheet.queryByRole('button', { name: /looked/ })).toBeNull();
    expect(sent).toEqual([]);
  });

  test('are hidden from other members', async () => {
    shelf.kept = { memberId: member.id + 1, place: here, placeName: 'Asheville', takenAt: Date.now(), cards: [mill] };
    await locate();
    expect(screen.queryByRole('region', { name: 'Saved offline' })).toBeNull();
  });

  test('survive a lost session, until someone else signs in', async () => {
    shelf.kept = { memberId: member.id, place: here, placeName: 'Asheville', takenAt: Date.now(), cards: [mill] };
    await clearOtherMembersFindingData(member.id);
    expect(shelf.kept).not.toBeNull();
    await clearOtherMembersFindingData(member.id + 1);
    expect(shelf.kept).toBeNull();
  });

  test.each([
    [true, /^You’ve seen 2.000 different cards today, the daily limit\. The cards you saved earlier are still here/],
    [false, /^No cards on the map yet\. The cards you saved earlier are still here/],
  ])('are kept if there is nothing new to take (day used up: %s)', async (isDayUsedUp, words) => {
    const storedCards = { memberId: member.id, place: here, placeName: 'Asheville', takenAt: Date.now(), cards: [mill] };
    shelf.kept = storedCards;
    answers[near('35.6', '-82.5', '&limit=200')] = answer([], { isDayUsedUp });
    await locate();
    await press('Saved · 1 card, save again');
    expect(await screen.findByText(words)).toBeTruthy();
    expect(shelf.kept).toBe(storedCards);
  });

  test('are fewer at the end of the day’s allowance, with a note', async () => {
    answers[near('35.6', '-82.5', '&limit=200')] = answer([mill], { isDayUsedUp: true });
    await locate();
    await press('Save offline');
    expect(await screen.findByText('1 card saved offline')).toBeTruthy();
    expect(screen.getByText(/There may be more around here/)).toBeTruthy();
  });

  test('cannot be stored by some browsers, which is reported', async () => {
    answers[near('35.6', '-82.5', '&limit=200')] = answer([mill]);
    shelf.isRefused = true;
    await locate();
    await press('Save offline');
    expect(await screen.findByText(/^This browser can’t save the cards/)).toBeTruthy();
  });
});
