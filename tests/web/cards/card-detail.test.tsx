import { eachVariant } from '#tests/support/variants.ts';
import '#tests/web/support/jsdom/map.ts';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import type { OwnCard, OwnCardPage } from '#schema/cards/card.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { routes } from '#schema/routes.ts';
import type { Tier } from '#schema/rules.ts';
import { fakeServer, type SentRequest } from '#tests/web/support/fake-server.ts';
import { PageFrame } from '#tests/web/support/page-frame.tsx';
import { refused } from '#tests/web/support/refused.ts';
import { signInAs } from '#tests/web/support/signed-in.ts';
import { site } from '#tests/web/support/site-config.ts';
import { CardDetailPage } from '#web/pages/card-detail/CardDetailPage.tsx';

const cardPath = '/api/cache-cards/TC-0000004';
const card: OwnCard = {
  id: 4,
  cardId: 'TC-0000004',
  status: 'ordered',
  location: null,
  description: null,
  latitude: null,
  longitude: null,
  visibility: null,
  placedDate: null,
  isTakenOff: false,
  shippedAt: null,
  totalScans: 0,
  tokensEarned: 0,
  createdAt: '2026-10-01T08:00:00.000Z',
};
const page: OwnCardPage = {
  card,
  code: 'ABCD2345',
  scanUrl: 'https://cards.test/card?id=TC-0000004&k=ABCD2345',
  placement: null,
  shownAt: null,
  openReports: 0,
  uncountedReports: 0,
  checkedAt: null,
  canConfirmFrom: null,
  spareCardId: null,
  finds: [],
};

let answers: Parameters<typeof fakeServer>[0];
let sent: SentRequest[];
beforeEach(() => {
  answers = {
    'GET /api/config': { json: site },
    [`GET ${cardPath}`]: { json: page },
    [`GET ${cardPath}/activity`]: { json: { weeks: [], logs: [] } },
  };
  sent = fakeServer(answers);
});
afterEach(() => vi.unstubAllGlobals());

async function visit(role: Tier = 'basic') {
  await signInAs({ role });
  const { hook, history } = memoryLocation({ path: '/dashboard/cache-cards/TC-0000004', record: true });
  render(
    <Router hook={hook}>
      <PageFrame>
        <Route path={routes.cacheCard.path} component={CardDetailPage} />
      </PageFrame>
    </Router>,
  );
  return history;
}

const placements = () => sent.filter(({ path }) => path === `${cardPath}/placement`).map(({ body }) => body);

describe('one’s own card', () => {
  test('shows its code and QR', async () => {
    await visit();
    expect((await screen.findByRole('img', { name: 'QR code for TC-0000004' })).getAttribute('src')).toBe(`${cardPath}/qr`);
    expect(screen.getByText('ABCD2345')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download SVG' }).getAttribute('download')).toBe('cache-card-TC-0000004.svg');
  });

  test('lists its finds and its confirmed placement', async () => {
    const placed: OwnCardPage = {
      ...page,
      card: { ...card, status: 'active', location: 'Old Mill', totalScans: 1 },
      placement: { placedAt: '2026-10-02T08:00:00.000Z', isConfirmed: true, confirmedOn: '2026-10-03', movedAt: null },
      finds: [{ scanDate: '2026-10-03', finder: 'river_otter', source: 'photo' }],
    };
    answers[`GET ${cardPath}`] = { json: placed };
    await visit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Old Mill' })).toBeTruthy();
    expect(screen.getByText('Last find').nextSibling?.textContent).toBe('Oct 3, 2026');
    expect(screen.getByText(/^Confirmed Oct 3, 2026/)).toBeTruthy();
    const finds = within(screen.getByRole('region', { name: 'Finds' }));
    expect(finds.getByText('river_otter')).toBeTruthy();
    expect(finds.getByText('from a photo')).toBeTruthy();
    expect(finds.getByText('Oct 3, 2026')).toBeTruthy();
    expect(finds.queryByText(/after 24 hours/)).toBeNull();
  });

  test('shows a new find without its finder and its day, and when they appear', async () => {
    const placed: OwnCardPage = {
      ...page,
      card: { ...card, status: 'active', location: 'Old Mill', totalScans: 1 },
      placement: { placedAt: '2026-10-02T08:00:00.000Z', isConfirmed: true, confirmedOn: null, movedAt: null },
      finds: [{ scanDate: null, finder: null, source: 'photo' }],
    };
    answers[`GET ${cardPath}`] = { json: placed };
    await visit();
    expect(await screen.findByText('Confirmed')).toBeTruthy();
    expect(screen.getByText('Last find').nextSibling?.textContent).toBe('In the last 24 hours');
    const finds = within(screen.getByRole('region', { name: 'Finds' }));
    expect(finds.getByText('New find')).toBeTruthy();
    expect(finds.getByText('Last 24 hours')).toBeTruthy();
    expect(finds.getByText('You’ll see who found the card, and on which day, after 24 hours.')).toBeTruthy();
  });

  test('that belongs to someone else is not found', async () => {
    answers[`GET ${cardPath}`] = refused('card_not_found');
    await visit();
    expect(await screen.findByRole('heading', { name: 'Card Not Found' })).toBeTruthy();
  });
});

describe('a placed card', () => {
  const placedCard: OwnCard = { ...card, status: 'active', location: 'Old Mill', latitude: 45.5, longitude: -122.25 };
  const placement = { placedAt: '2026-10-02T08:00:00.000Z', isConfirmed: false, confirmedOn: null, movedAt: null };
  const shows = (changes: Partial<OwnCard>, shownAt: OwnCardPage['shownAt'] = null) => {
    answers[`GET ${cardPath}`] = { json: { ...page, card: { ...placedCard, ...changes }, placement, shownAt } };
    return visit();
  };

  test.each<Partial<OwnCard>>([
    {},
    { visibility: 'near', latitude: null, longitude: null },
  ])('with %j can be put on the map', async (changes) => {
    await shows(changes);
    await userEvent.click(await screen.findByRole('button', { name: 'Put it on the map' }));
    expect(screen.getByRole('form', { name: 'Placement' })).toBeTruthy();
  });

  test.each<Partial<OwnCard>>([
    { visibility: 'exact' },
    { visibility: 'hidden', latitude: null, longitude: null },
  ])('with %j needs no decision about the map', async (changes) => {
    await shows(changes);
    await screen.findByText('Old Mill');
    expect(screen.queryByRole('button', { name: 'Put it on the map' })).toBeNull();
  });

  test('waits after a move for a find at its new place', async () => {
    answers[`GET ${cardPath}`] = { json: { ...page, card: placedCard, placement: { ...placement, movedAt: '2026-11-09T08:00:00.000Z' } } };
    await visit();
    expect(await screen.findByText('No other member has found the card at its new location yet.')).toBeTruthy();
    expect(screen.queryByText(/You earn tokens once/)).toBeNull();
  });

  test('shows what others see, and that the card shares an older card’s square', async () => {
    await shows({ visibility: 'near' }, getShownPlace({ latitude: 45.5, longitude: -122.25 }, 'near'));
    expect(await screen.findByText('Others see the square it’s in, accurate to about 330 ft.')).toBeTruthy();
    cleanup();
    await shows({ visibility: 'near' }, { latitude: 45.6, longitude: -122.25 });
    expect(await screen.findByText(/close to one of your older cards/)).toBeTruthy();
    const nearbyLink = screen.getByRole('link', { name: 'Other members’ cards nearby' });
    expect(nearbyLink.getAttribute('href')).toBe('/dashboard/find?near=45.6,-122.25');
  });
});

describe('reports of one’s own card', () => {
  const active = { ...page, card: { ...card, status: 'active' } } as const;
  const answerPath = `${cardPath}/report-answer`;
  const sentAnswers = () => sent.filter(({ path }) => path === answerPath).map(({ body }) => body);
  beforeEach(() => {
    answers[`POST ${answerPath}`] = { json: { message: 'Thank you for checking.', status: 'active' } };
  });

  test('are shown first, and “It’s still there” closes them and keeps the focus there', async () => {
    answers[`GET ${cardPath}`] = { json: { ...active, openReports: 1, uncountedReports: 2 } };
    await visit();
    const section = within(await screen.findByRole('region', { name: 'Is it still there?' }));
    expect(section.getByText(/^1 member couldn’t find this card\. 2 new members couldn’t find it either\./)).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Is your card still there?' })).toBeNull();
    await userEvent.click(section.getByRole('button', { name: 'It’s still there' }));
    expect(document.activeElement).toBe(await section.findByText('Thank you for checking.'));
    expect(sentAnswers()).toEqual([{ answer: 'still_there' }]);
  });

  test('name the day of the next answer if the owner gave one within a week', async () => {
    answers[`GET ${cardPath}`] = { json: { ...active, openReports: 1, canConfirmFrom: '2026-11-30T10:00:00.000Z' } };
    await visit();
    const section = within(await screen.findByRole('region', { name: 'Is it still there?' }));
    expect(section.getByText(/Nov 30, 2026|November 30, 2026/)).toBeTruthy();
    expect(section.queryByRole('button', { name: 'It’s still there' })).toBeNull();
  });

  test('can be answered even if they took the card off the map', async () => {
    answers[`GET ${cardPath}`] = { json: { ...active, card: { ...card, status: 'missing' }, openReports: 2 } };
    await visit();
    const section = within(await screen.findByRole('region', { name: 'Is it still there?' }));
    expect(section.getByText('2 members couldn’t find this card. It’s off the map.')).toBeTruthy();
    expect(section.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['It’s still there']);
  });

  test('are not needed to confirm that the card is in place, or to take it off the map and put it back', async () => {
    const placed = { ...card, status: 'active', location: 'Old Mill', placedDate: '2026-10-02T08:00:00.000Z' };
    answers[`GET ${cardPath}`] = { json: { ...active, card: placed, checkedAt: '2026-11-01T10:00:00.000Z' } };
    await visit();
    const section = within(await screen.findByRole('region', { name: 'Is your card still there?' }));
    expect(section.getByText(/You last checked it (Nov|November) 1, 2026\./)).toBeTruthy();
    await userEvent.click(section.getByRole('button', { name: 'Yes, it’s there' }));
    expect(document.activeElement).toBe(await section.findByText('Thank you for checking.'));
    answers[`GET ${cardPath}`] = { json: { ...active, card: { ...card, status: 'missing' } } };
    await userEvent.click(section.getByRole('button', { name: 'Take it off the map' }));
    await userEvent.click(await section.findByRole('button', { name: 'Put it back on the map' }));
    expect(sentAnswers().map((body) => (body as { answer: string }).answer)).toEqual(['still_there', 'off_the_map', 'still_there']);
  });

  test('are not asked for before the card has a location, nor in the week after its placement', async () => {
    answers[`GET ${cardPath}`] = { json: active };
    await visit();
    await screen.findByRole('form', { name: 'Placement' });
    expect(screen.queryByRole('button', { name: 'Take it off the map' })).toBeNull();
    cleanup();
    const placed = { ...card, status: 'active', location: 'Old Mill', placedDate: new Date().toISOString() };
    answers[`GET ${cardPath}`] = { json: { ...active, card: placed } };
    await visit();
    expect(await screen.findByRole('button', { name: 'Take it off the map' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Yes, it’s there' })).toBeNull();
  });
});

describe('a lost card', () => {
  const active = { ...page, card: { ...card, status: 'active' } } as const;

  test('can be replaced by an unplaced one, which asks for confirmation', async () => {
    answers[`GET ${cardPath}`] = { json: { ...active, spareCardId: 'TC-0000009' } };
    answers[`POST ${cardPath}/replacement`] = { json: { message: 'The card has a new code.', status: 'active' } };
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Replace this card' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Replace this card?' }));
    expect(dialog.getByText('TC-0000009')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Current password'), 'secret-1');
    answers[`GET ${cardPath}`] = { json: { ...active, code: 'WXYZ2345' } };
    await userEvent.click(dialog.getByRole('button', { name: 'Replace it' }));
    expect(await screen.findByText('WXYZ2345')).toBeTruthy();
    expect(sent.filter(({ path }) => path === `${cardPath}/replacement`).map(({ body }) => body)).toEqual([
      { spareCardId: 'TC-0000009', currentPassword: 'secret-1' },
    ]);
    expect(screen.getByRole('img', { name: 'QR code for TC-0000004' }).getAttribute('src')).toMatch(/qr\?at=\d+$/);
    const next = within(screen.getByRole('region', { name: 'Print the new card' }));
    expect(document.activeElement).toBe(next.getByText('The card has a new code.'));
    expect(next.getByRole('link', { name: 'Print PDF' }).getAttribute('href')).toContain('card=TC-0000004');
    expect(screen.queryByRole('button', { name: 'Replace this card' })).toBeNull();
  });

  test('without an unplaced one is replaced for $1', async () => {
    answers[`GET ${cardPath}`] = { json: active };
    const history = await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Replace card for $1' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Replace this card?' }));
    answers['POST /api/payment-intent/cache-cards/TC-0000004'] = {
      json: { clientSecret: 'x', orderDetails: { description: '', quantity: 1, amount: 100, fromBalance: 0, dueNow: 100 }, order: null },
    };
    await userEvent.click(dialog.getByRole('button', { name: 'Continue to payment' }));
    await waitFor(() => expect(history.at(-1)).toBe('/checkout/cache-cards/TC-0000004'));
  });

  test.each([
    [true, 'Off the map'],
    [false, 'Missing'],
  ])('that is missing and was taken off the map by its owner (%s) has the badge “%s”', async (isTakenOff, label) => {
    answers[`GET ${cardPath}`] = { json: { ...active, card: { ...card, status: 'missing', isTakenOff } } };
    await visit();
    expect(await screen.findByText(label, { selector: '.card-head *' })).toBeTruthy();
  });
});

describe('the placement form', () => {
  test('sends typed coordinates', async () => {
    answers[`POST ${cardPath}/placement`] = { json: { ...card, status: 'active', location: 'Old Mill' } };
    await visit();
    await userEvent.type(await screen.findByLabelText('Location'), 'Old Mill');
    await userEvent.type(screen.getByLabelText('Description'), 'Under the wheel');
    await userEvent.type(screen.getByLabelText('Latitude'), '45.5');
    await userEvent.click(screen.getByRole('button', { name: 'Place this card' }));
    expect(await screen.findByText('Enter both latitude and longitude, or neither')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Longitude'), '-122.25');
    await userEvent.click(screen.getByRole('button', { name: 'Place this card' }));
    expect(await screen.findByText('Card placed')).toBeTruthy();
    expect(placements()).toEqual([
      { location: 'Old Mill', description: 'Under the wheel', latitude: 45.5, longitude: -122.25, visibility: 'near' },
    ]);
  });

  eachVariant([
    ['N 35° 35.706 W 082° 33.090', '35.5951', '-82.5515'],
    ['https://www.openstreetmap.org/?mlat=35.5951&mlon=-82.5515#map=17/35.6/-82.5', '35.5951', '-82.5515'],
  ])('fills both fields from a pair pasted into either: %s', async (pasted, latitude, longitude) => {
    await visit();
    await screen.findByLabelText('Latitude');
    const fields = ['Latitude', 'Longitude'].map((label) => screen.getByLabelText<HTMLInputElement>(label));
    for (const field of fields) {
      for (const one of fields) await userEvent.clear(one);
      await userEvent.click(field);
      await userEvent.paste(pasted);
      expect(fields.map(({ value }) => value)).toEqual([latitude, longitude]);
    }
    for (const one of fields) await userEvent.clear(one);
    await userEvent.type(screen.getByLabelText('Latitude'), pasted);
    await userEvent.tab();
    expect(fields.map(({ value }) => value)).toEqual([latitude, longitude]);
  });

  test('explains input that it cannot parse, and keeps the input', { tags: 'long' }, async () => {
    answers[`POST ${cardPath}/placement`] = { json: { ...card, status: 'active', location: 'Old Mill' } };
    await visit();
    await userEvent.type(await screen.findByLabelText('Location'), 'Old Mill');
    await userEvent.type(screen.getByLabelText('Description'), 'Under the wheel');
    await userEvent.type(screen.getByLabelText('Latitude'), '1e1');
    await userEvent.type(screen.getByLabelText('Longitude'), '11,5 O');
    await userEvent.click(screen.getByRole('button', { name: 'Place this card' }));
    expect(await screen.findByText(/We can’t read this latitude/)).toBeTruthy();
    expect(screen.getByText(/O is West in French and Spanish, but East in German/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('11,5 O');
    await userEvent.clear(screen.getByLabelText('Latitude'));
    await userEvent.type(screen.getByLabelText('Latitude'), 'N 48° 30,000');
    await userEvent.clear(screen.getByLabelText('Longitude'));
    await userEvent.type(screen.getByLabelText('Longitude'), '11,5 E');
    await userEvent.click(screen.getByRole('button', { name: 'Place this card' }));
    expect(await screen.findByText('Card placed')).toBeTruthy();
    expect(placements()).toEqual([expect.objectContaining({ latitude: 48.5, longitude: 11.5 })]);
  });

  test('asks who may see the place; without a point only “Not on the map” is possible', async () => {
    answers[`POST ${cardPath}/placement`] = { json: { ...card, status: 'active', location: 'Old Mill' } };
    await visit();
    await userEvent.type(await screen.findByLabelText('Location'), 'Old Mill');
    await userEvent.type(screen.getByLabelText('Description'), 'Under the wheel');
    expect(screen.getByRole('radio', { name: /^About 330 ft/ })).toHaveProperty('checked', true);
    await userEvent.click(screen.getByRole('button', { name: 'Place this card' }));
    await screen.findByText('Card placed');
    expect(placements()).toEqual([{ location: 'Old Mill', description: 'Under the wheel', latitude: null, longitude: null }]);
    await userEvent.click(screen.getByRole('radio', { name: /^Not on the map/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Place this card' }));
    await vi.waitFor(() => expect(placements()[1]).toMatchObject({ visibility: 'hidden' }));
  });

  test('takes a point from the map, and shows what others see', async () => {
    answers['GET /api/config'] = { json: { ...site, mapTiles: '/api/tiles/{z}/{x}/{y}?of=world' } };
    await visit();
    const map = await screen.findByRole('application', { name: 'Map for choosing the card’s location' });
    // Waits for the map to load because it ignores keys until then.
    await screen.findByRole('button', { name: 'Zoom in' });
    fireEvent.keyDown(map, { key: 'Enter' });
    await vi.waitFor(() => expect(screen.getByLabelText('Latitude')).toHaveProperty('value', expect.stringMatching(/^\d/)));
    expect(screen.getByText(/^Others see the square it’s in, accurate to about 330 ft. Its pin is in the middle/)).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: /^Exact/ }));
    expect(screen.getByText('Others see the exact spot.')).toBeTruthy();
  });

  test('shows a typed spot among the cards around it on a map that takes no taps where it has no streets', async () => {
    await visit();
    expect(await screen.findByText('Stand at the card and use your location, or enter its coordinates.')).toBeTruthy();
    expect(screen.queryByRole('application')).toBeNull();
    await userEvent.click(await screen.findByLabelText('Latitude'));
    await userEvent.paste('35.5951, -82.5515');
    const map = await screen.findByRole('application', { name: 'Map of the card’s location' });
    await screen.findByRole('button', { name: 'Zoom in' });
    await vi.waitFor(() => expect(sent.some(({ path }) => path.startsWith('/api/cards/in?'))).toBe(true));
    fireEvent.keyDown(map, { key: 'Enter' });
    expect(screen.getByLabelText('Latitude')).toHaveProperty('value', '35.5951');
  });

  test('requires place and description', async () => {
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Place this card' }));
    expect(await screen.findByText('Please enter a location')).toBeTruthy();
    expect(screen.getByText('Please describe how to find it')).toBeTruthy();
    expect(placements()).toEqual([]);
  });

  test.each([
    [1, /denied/],
    [2, /can’t find its location/],
    [3, /took too long/],
  ])('explains error %i of the device’s location', async (code, message) => {
    const geolocation = { getCurrentPosition: (_: unknown, refuse: (error: { code: number }) => void) => refuse({ code }) };
    Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(screen.getByText(message)).toBeTruthy();
  });

  test('fills in the device’s position', async () => {
    const coords = { latitude: 45.51234567, longitude: -122.6587654, accuracy: 8.4 };
    const geolocation = { getCurrentPosition: (found: (position: { coords: typeof coords }) => void) => found({ coords }) };
    Object.defineProperty(navigator, 'geolocation', { value: geolocation, configurable: true });
    await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Use my location' }));
    expect(screen.getByLabelText('Latitude')).toHaveProperty('value', '45.512346');
    expect(screen.getByLabelText('Longitude')).toHaveProperty('value', '-122.658765');
    expect(screen.getByText('Location found, accurate to about 30 ft.')).toBeTruthy();
  });

  test('is replaced by an explanation for free members', async () => {
    await visit('free');
    expect(await screen.findByText(/need a Basic or Premium membership/)).toBeTruthy();
    expect(screen.queryByRole('form', { name: 'Placement' })).toBeNull();
  });
});
