/** Cards near a point and cards in a map window. Product rules: Finding cards. */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { MapWindowCards, NearCards } from '#schema/finding/finding.ts';
import { metersBetween, type Place, wrapLongitude } from '#schema/finding/geo.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { cardsShownPerDay } from '#schema/rules.ts';
import { propertyTest } from '#tests/support/property-test.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { expectMapRight, place, placedCard } from '#tests/worker/support/cards/placed-cards.ts';
import { newReporter } from '#tests/worker/support/cards/reporters.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { Client, change, expectError, newCard, row, setClock } from '#tests/worker/support/client.ts';
import { emptyMap, scatterCards } from '#tests/worker/support/finding/scattered-cards.ts';

const park = { latitude: 35.5951, longitude: -82.5515 };

beforeEach(async () => {
  setClock('2026-11-21T10:00:00Z');
  await emptyMap();
});
afterEach(async () => {
  vi.useRealTimers();
  await expectMapRight();
});

const nearQuery = (at: Place, rest = '') => `/api/cards/near?lat=${at.latitude}&lng=${at.longitude}${rest}`;
async function near(member: Pick<DirectMember, 'client'>, at: Place, rest = ''): Promise<NearCards> {
  const { status, body } = await member.client.get(nearQuery(at, rest));
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(v.strictObject(NearCards.entries), body);
}
async function cardsInWindow(client: Client, bbox: number[], zoom = 8): Promise<MapWindowCards> {
  const { status, body } = await client.get(`/api/cards/in?bbox=${bbox.join(',')}&zoom=${zoom}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return v.parse(v.strictObject(MapWindowCards.entries), body);
}
const idsOf = ({ cards }: { cards: readonly { id: number }[] }) => cards.map(({ id }) => id);

/** Computes the expected response of near() from the displayed locations alone. */
async function byDistance(at: Place): Promise<number[]> {
  const { results } = await env.DB.prepare(
    `SELECT id, shown_latitude_e6 / 1e6 AS latitude, shown_longitude_e6 / 1e6 AS longitude FROM cache_cards
     WHERE shown_latitude_e6 IS NOT NULL AND status = 'active'`,
  ).all<Place & { id: number }>();
  return results
    .map((card) => ({ ...card, millimeters: Math.round(metersBetween(at, card) * 1_000) }))
    .sort((one, other) => one.millimeters - other.millimeters || one.id - other.id)
    .map(({ id }) => id);
}

async function allPages(member: DirectMember, at: Place, limit: number): Promise<number[]> {
  const found: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await near(member, at, `&limit=${limit}${cursor && `&cursor=${cursor}`}`);
    found.push(...idsOf(page));
    cursor = page.nextCursor;
  }
  return found;
}

describe('the list of cards near a place', () => {
  test('shows the public details of each card, nearest first', async () => {
    const [owner, finder] = [await directMember({ role: 'basic' }), await directMember()];
    const far = await placedCard(owner, { latitude: 35.7, longitude: -82.5 }, 'exact');
    const close = await placedCard(owner, park);
    await finder.client.post('/api/scan', { cardId: close.cardId, code: close.code });
    const { cards, ...rest } = await near(finder, park);
    expect(rest).toEqual({ nextCursor: null, isDayUsedUp: false });
    const said = { name: 'City park', hint: 'Under the oak' };
    expect(cards).toEqual([
      { ...said, id: close.id, cardId: null, ...getShownPlace(park, 'near'), visibility: 'near', found: 'yes' },
      { ...said, id: far.id, cardId: null, latitude: 35.7, longitude: -82.5, visibility: 'exact', found: 'no' },
    ]);
    expect((await near(owner, park)).cards.map(({ found, cardId }) => [found, cardId])).toEqual([
      ['own', close.cardId],
      ['own', far.cardId],
    ]);
  });

  test('is the same for every location within a card’s cell, and reveals nothing of the location itself', async () => {
    const member = await directMember({ role: 'basic' });
    const [one, other] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    const middle = getShownPlace(park, 'near') as Place;
    const corner = { latitude: middle.latitude + 0.0008, longitude: middle.longitude - 0.0009 };
    const card = await placedCard(one, middle);
    const nearbyList = async () => (await member.client.get(nearQuery(park))).body;
    const before = await nearbyList();
    await change('UPDATE cache_cards SET latitude = ?, longitude = ? WHERE id = ?', corner.latitude, corner.longitude, card.id);
    expect(await nearbyList()).toEqual(before);
    expect((await placedCard(other, corner)).cardId).not.toBe(card.cardId);
    const [first, second] = (await near(member, park)).cards;
    expect([second?.latitude, second?.longitude]).toEqual([first?.latitude, first?.longitude]);
  });

  propertyTest(
    'equals a search through all shown places, for random cards and places, page by page',
    { usual: 4, long: 30 },
    async (numRuns) => {
      const where = fc.record({
        latitude: fc.oneof(fc.constantFrom(-90, 90, 0), fc.double({ min: -90, max: 90, noNaN: true, minExcluded: true })),
        longitude: fc.oneof(fc.constantFrom(-180, 179.9999, 0), fc.double({ min: -180, max: 180, noNaN: true })),
      });
      const town = fc.tuple(where, fc.integer({ min: 1, max: 25 }), fc.constantFrom(0, 0.002, 0.2, 8));
      await fc.assert(
        fc.asyncProperty(
          fc.array(town, { minLength: 1, maxLength: 5 }),
          fc.array(where, { minLength: 4, maxLength: 4 }),
          async (towns, asks) => {
            await emptyMap();
            await scatterCards(towns.map(([middle, cards, spread]) => ({ middle, cards, spread })));
            const member = await directMember();
            const shared = towns[0]?.[0] as Place;
            for (const at of [shared, ...asks].map(roundPlace)) {
              const expected = await byDistance(at);
              expect(idsOf(await near(member, at, '&limit=7'))).toEqual(expected.slice(0, 7));
            }
            const at = roundPlace(asks[0] as Place);
            expect(await allPages(member, at, 9)).toEqual(await byDistance(at));
          },
        ),
        { seed: 11, numRuns },
      );
    },
  );

  test('pages through 1,000 cards at one point without gaps or duplicates', { tags: 'long' }, async () => {
    await scatterCards([{ middle: park, cards: 1_000, spread: 0 }]);
    const found = await allPages(await directMember(), { latitude: 35.6, longitude: -82.5 }, 200);
    expect(found).toHaveLength(1_000);
    expect(new Set(found).size).toBe(1_000);
  });

  test.each([
    ['lat=35,5&lng=-82.5', 'lat', 'lat must be a number from -90 to 90'],
    ['lat=-82.5&lng=-235.5', 'lng', 'lng must be a number from -180 to 180'],
    ['lat=91&lng=0', 'lat', 'lat must be a number from -90 to 90'],
    ['lng=0', 'lat', 'This field is required'],
    ['lat=1&lng=1&limit=201', 'limit', 'limit must be a number from 1 to 200'],
    ['lat=1&lng=1&limit=0', 'limit', 'limit must be a number from 1 to 200'],
    ['lat=1&lng=1&cursor=x', 'cursor', 'cursor must be the nextCursor of the previous page'],
    ['lat=1&lng=1&cursor=5-5-5', 'cursor', 'cursor must be the nextCursor of the previous page'],
  ])('is rejected with a message for %s', async (query, field, message) => {
    const { client } = await directMember();
    expect(expectError(await client.get(`/api/cards/near?${query}`), 400, 'invalid_input').fields).toEqual({ [field]: message });
  });
});

describe('a window of the map', () => {
  const around: [number, number, number, number] = [-83, 35, -82, 36];

  test('contains the cards inside the window, and whether they are found', async () => {
    const [owner, finder] = [await directMember({ role: 'basic' }), await directMember()];
    const inside = await placedCard(owner, park, 'exact');
    await placedCard(owner, { latitude: 36.1, longitude: -82.5 });
    expect(await cardsInWindow(finder.client, around)).toEqual({
      cards: [{ id: inside.id, cardId: null, name: 'City park', ...park, visibility: 'exact', found: 'no' }],
      counts: [],
      isDayUsedUp: false,
    });
  });

  test('shows counts above 300 cards, and the total', async () => {
    const { client } = await directMember();
    await scatterCards([{ middle: park, cards: 300, spread: 0.1 }]);
    expect((await cardsInWindow(client, around)).cards).toHaveLength(300);
    await scatterCards([{ middle: park, cards: 1, spread: 0 }]);
    for (const [bbox, zoom] of [
      [around, 8],
      [[-180, -90, 180, 90], 1],
      [[-82.7, 35.5, -82.4, 35.7], 12],
    ] as const) {
      const { cards, counts } = await cardsInWindow(client, [...bbox], zoom);
      expect(cards).toEqual([]);
      expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(301);
    }
  });

  test('with 1,000 cards at one point shows their count at its center, even in a tiny window', async () => {
    await scatterCards([{ middle: park, cards: 1_000, spread: 0 }]);
    const { client } = await directMember();
    const bbox = [-82.56, 35.59, -82.54, 35.6];
    const answer = await cardsInWindow(client, bbox, 17);
    expect(answer.counts).toHaveLength(1);
    expect(answer.counts[0]?.count).toBe(1_000);
    expect(answer.counts[0]?.latitude).toBeCloseTo(35.595, 6);
    expect(answer.counts[0]?.longitude).toBeCloseTo(-82.55, 6);
  });

  propertyTest('equals a search through all shown places, for random cards and windows', { usual: 2, long: 40 }, async (numRuns) => {
    const degrees = (most: number) => fc.oneof(fc.constantFrom(-most, most, 0), fc.double({ min: -most, max: most, noNaN: true }));
    const where = fc.record({ latitude: degrees(90), longitude: degrees(180) });
    const town = fc.record({ middle: where, cards: fc.integer({ min: 1, max: 25 }), spread: fc.constantFrom(0, 0.002, 0.2, 8, 90) });
    const window = fc.tuple(where, fc.constantFrom(0, 0.001, 0.15, 5, 100), fc.constantFrom(0.5, 1, 2));
    const { client } = await directMember();
    await fc.assert(
      fc.asyncProperty(
        fc.array(town, { minLength: 1, maxLength: 4 }),
        fc.array(window, { minLength: 4, maxLength: 4 }),
        async (towns, windows) => {
          await emptyMap();
          await scatterCards(towns);
          const { results: cards } = await env.DB.prepare(
            'SELECT id, shown_latitude_e6 AS latitude, shown_longitude_e6 AS longitude FROM cache_cards WHERE is_on_map = 1',
          ).all<Place & { id: number }>();
          for (const [index, [middle, high, aspect]] of windows.entries()) {
            const at = index % 2 === 0 ? (towns[0]?.middle ?? middle) : middle;
            const [south, north] = [Math.max(-90, at.latitude - high / 2), Math.min(90, at.latitude + high / 2)];
            const wide = Math.min(170, high * aspect);
            const [west, east] = [wrapLongitude(at.longitude - wide / 2), wrapLongitude(at.longitude + wide / 2)];
            const [w, s, e, n] = [west, south, east, north].map((side) => Math.round(Number(side.toFixed(7)) * 1e6)) as [
              number,
              number,
              number,
              number,
            ];
            const inside = cards.filter(({ latitude, longitude }) => {
              const isBetween = w <= e ? longitude >= w && longitude <= e : longitude >= w || longitude <= e;
              return latitude >= s && latitude <= n && isBetween;
            });
            const found = await cardsInWindow(
              client,
              [west, south, east, north].map((side) => Number(side.toFixed(7))),
              12,
            );
            expect(idsOf(found).sort((one, other) => one - other)).toEqual(inside.map(({ id }) => id).sort((one, other) => one - other));
          }
        },
      ),
      { seed: 12, numRuns },
    );
  });

  test('works across the date line and at the poles', async () => {
    const { client } = await directMember();
    await scatterCards([
      { middle: { latitude: -17, longitude: 179.9 }, cards: 2, spread: 0 },
      { middle: { latitude: -17, longitude: -179.9 }, cards: 3, spread: 0 },
      { middle: { latitude: -17, longitude: 0 }, cards: 4, spread: 0 },
      { middle: { latitude: 90, longitude: 0 }, cards: 5, spread: 0 },
    ]);
    expect((await cardsInWindow(client, [179, -18, -179, -16])).cards).toHaveLength(5);
    expect((await cardsInWindow(client, [-180, 89, 180, 90])).cards).toHaveLength(5);
    const { counts } = await cardsInWindow(new Client(), [179, -18, -179, -16]);
    expect(counts.map(({ count }) => count).sort()).toEqual([2, 3]);
  });

  test('shows visitors only counts, of tiles of about 50 km and larger, which may be cached', async () => {
    await scatterCards([{ middle: park, cards: 3, spread: 0 }]);
    const visitor = new Client();
    const answer = await visitor.get('/api/cards/in?bbox=-82.56,35.59,-82.54,35.6&zoom=17');
    expect(answer.body).toMatchObject({ cards: [], counts: [{ count: 3 }] });
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(answer.headers.get('Vary')).toContain('Cookie');
    const wide = await cardsInWindow(visitor, [-100, 20, -60, 50], 5);
    expect(wide.counts).toHaveLength(1);
    expectError(await visitor.get(nearQuery(park)), 401);
  });

  test.each(['1,2,3', '10,5,20,4', '0,-91,1,0', '-181,0,0,1', 'a,b,c,d', '0;0;1;1'])('%s is rejected with a message', async (bbox) => {
    const { client } = await directMember();
    const { fields } = expectError(await client.get(`/api/cards/in?bbox=${encodeURIComponent(bbox)}&zoom=8`), 400, 'invalid_input');
    expect(fields?.bbox).toContain('bbox must be west,south,east,north');
  });
});

describe('a member with an unverified address', () => {
  const window = [-82.56, 35.59, -82.54, 35.6];

  test('lists cards with their hints, and sees on the map those that were listed today; it is not cached', async () => {
    const member = await directMember({ isVerified: false });
    const card = await placedCard(await directMember({ role: 'basic' }), park, 'exact');
    expect(await cardsInWindow(member.client, window, 17)).toEqual(await cardsInWindow(new Client(), window, 17));
    expect(await near(member, park)).toMatchObject({ cards: [{ id: card.id, hint: 'Under the oak' }], isDayUsedUp: false });
    expect((await member.client.get(`/api/cards/${card.id}/details`)).body).toMatchObject({ hint: 'Under the oak' });
    expect(await cardsInWindow(member.client, window, 17)).toMatchObject({ cards: [{ id: card.id }], counts: [], isDayUsedUp: false });
    const elsewhere = [-82.5, 35.5, -82.4, 35.55];
    expect(await cardsInWindow(member.client, elsewhere, 17)).toEqual(await cardsInWindow(new Client(), elsewhere, 17));
    const answer = await member.client.get(`/api/cards/in?bbox=${window.join(',')}&zoom=17`);
    expect(answer.headers.get('Cache-Control')).not.toContain('public');
  });

  test('cannot report a card, which does not count as shown', async () => {
    const member = await directMember({ isVerified: false });
    const card = await placedCard(await directMember({ role: 'basic' }), park, 'exact');
    const refusal = await member.client.post(`/api/cards/${card.id}/report`);
    expect(expectError(refusal, 403, 'email_unverified').message).toContain('open the link we sent you');
    expect(await row('SELECT count(*) AS n FROM card_allowances WHERE user_id = ?', member.id)).toEqual({ n: 0 });
  });
});

describe('a card on the map', () => {
  const hint = ({ client }: DirectMember, id: number | string) => client.get(`/api/cards/${id}/details`);
  const report = ({ client }: DirectMember, id: number | string) => client.post(`/api/cards/${id}/report`);

  test('shows its printed id to its owner only, even without a name', async () => {
    const [owner, other] = [await directMember({ role: 'basic' }), await directMember()];
    const card = await placedCard(owner, park, 'exact');
    await change('UPDATE cache_cards SET location = NULL WHERE id = ?', card.id);
    const responsesFor = async (member: DirectMember) => [await near(member, park), await cardsInWindow(member.client, [-83, 35, -82, 36])];
    for (const { cards } of await responsesFor(other)) expect(cards).toMatchObject([{ id: card.id, cardId: null, name: 'Cache Card' }]);
    for (const { cards } of await responsesFor(owner)) expect(cards).toMatchObject([{ cardId: card.cardId, name: 'Cache Card' }]);
    await other.client.post('/api/scan', { cardId: card.cardId, code: card.code });
    for (const answer of await responsesFor(other)) expect(JSON.stringify(answer)).not.toContain(card.cardId);
  });

  test('shows who hid it and since when, the number of its finds, and of the last one only the week', async () => {
    const [owner, member, finder] = [await directMember({ role: 'basic' }), await directMember(), await directMember()];
    const card = await placedCard(owner, park);
    const { body } = await hint(member, card.id);
    expect(body).toEqual({
      hint: 'Under the oak',
      ownerName: expect.stringMatching(/^direct/),
      ownerMedal: null,
      placedOn: '2026-11-21',
      movedWeek: null,
      finds: 0,
      lastFoundWeek: null,
      checkedWeek: null,
    });
    await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code });
    expect((await hint(member, card.id)).body).toMatchObject({ finds: 0, lastFoundWeek: null });
    await change(`UPDATE card_scans SET scan_date = unixepoch('2026-11-12T14:00:00Z') WHERE card_id = ?`, card.id);
    expect((await hint(member, card.id)).body).toMatchObject({ finds: 1, lastFoundWeek: '2026-11-09' });
    await change("UPDATE users SET username = NULL, shown_medal = 'placement' WHERE id = ?", owner.id);
    expect((await hint(member, card.id)).body).toMatchObject({ ownerName: null, ownerMedal: null });
    await change("INSERT INTO member_medals (user_id, medal, earned_at) VALUES (?, 'placement', 1)", owner.id);
    expect((await hint(member, card.id)).body).toMatchObject({ ownerName: null, ownerMedal: 'placement' });
  });

  test('after a move shows only what happened at its new place, and the week of the move', async () => {
    const [owner, member, ...finders] = [
      await directMember({ role: 'basic' }),
      await directMember(),
      await directMember(),
      await directMember(),
      await directMember(),
    ];
    const card = await placedCard(owner, park);
    const find = ({ client }: DirectMember) => client.post('/api/scan', { cardId: card.cardId, code: card.code });
    const moveTo = (latitude: number | null) =>
      owner.client.post(`/api/cache-cards/${card.cardId}/placement`, {
        ...{ location: 'Park', description: 'Under the oak', latitude, longitude: latitude && park.longitude, visibility: 'exact' },
      });
    const placement = async () => (await owner.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`)).body.placement;
    await change('UPDATE users SET email_verified_at = 1 WHERE id IN (?, ?, ?)', ...finders.map(({ id }) => id));
    await find(finders[0] as DirectMember);
    setClock('2026-12-01T10:00:00Z');
    await owner.client.post(`/api/cache-cards/${card.cardId}/report-answer`, { answer: 'still_there' });
    // A small change is a correction.
    expect((await moveTo(park.latitude + 0.0001)).status).toBe(200);
    expect(await placement()).toMatchObject({ isConfirmed: true, movedAt: null });
    expect((await hint(member, card.id)).body).toMatchObject({ placedOn: '2026-11-21', movedWeek: null, finds: 1 });
    setClock('2026-12-09T10:00:00Z');
    expect((await moveTo(park.latitude + 0.01)).status).toBe(200);
    expect(await placement()).toMatchObject({ isConfirmed: false, confirmedOn: null, movedAt: '2026-12-09T10:00:00.000Z' });
    const atNewPlace = { placedOn: null, movedWeek: '2026-12-07', finds: 0, lastFoundWeek: null, checkedWeek: null };
    expect((await hint(member, card.id)).body).toMatchObject(atNewPlace);
    setClock('2026-12-10T10:00:00Z');
    await find(finders[1] as DirectMember);
    setClock('2026-12-15T10:00:00Z');
    expect(await placement()).toMatchObject({ isConfirmed: true, confirmedOn: '2026-12-10' });
    expect((await hint(member, card.id)).body).toMatchObject({ ...atNewPlace, finds: 1, lastFoundWeek: '2026-12-07' });
    // Removing the coordinates and entering others must not keep the history either.
    setClock('2026-12-16T10:00:00Z');
    expect((await moveTo(null)).status).toBe(200);
    expect((await moveTo(park.latitude - 0.2)).status).toBe(200);
    expect(await placement()).toMatchObject({ isConfirmed: false, movedAt: '2026-12-16T10:00:00.000Z' });
    // Small corrections must not add up to a move that nobody sees.
    await find(finders[2] as DirectMember);
    setClock('2026-12-18T10:00:00Z');
    expect(await placement()).toMatchObject({ isConfirmed: true });
    for (const step of [1, 2]) {
      expect(await placement()).toMatchObject({ isConfirmed: true });
      expect((await moveTo(park.latitude - 0.2 + step * 0.0004)).status).toBe(200);
    }
    expect(await placement()).toMatchObject({ isConfirmed: false, movedAt: '2026-12-18T10:00:00.000Z' });
  });

  test('counts its first coordinates as a move if it was found before', async () => {
    const [owner, ...finders] = [await directMember({ role: 'basic' }), await directMember(), await directMember()];
    const card = await placedCard(owner, park);
    await change(
      'UPDATE cache_cards SET latitude = NULL, longitude = NULL, shown_latitude_e6 = NULL, shown_longitude_e6 = NULL WHERE id = ?',
      card.id,
    );
    await change('UPDATE users SET email_verified_at = 1 WHERE id IN (?, ?)', ...finders.map(({ id }) => id));
    const place = { location: 'Park', description: 'Under the oak', ...park, visibility: 'exact' };
    const placement = async () => (await owner.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`)).body.placement;
    for (const [index, isConfirmed] of [false, true].entries()) {
      await finders[index]?.client.post('/api/scan', { cardId: card.cardId, code: card.code });
      setClock(`2026-12-0${index + 1}T10:00:00Z`);
      if (index === 0) expect((await owner.client.post(`/api/cache-cards/${card.cardId}/placement`, place)).status).toBe(200);
      expect(await placement()).toMatchObject({ isConfirmed, movedAt: '2026-12-01T10:00:00.000Z' });
    }
  });

  test('is not confirmed at its new place by a find from before the move, even if that counts later', async () => {
    const [owner, member, late] = [await directMember({ role: 'basic' }), await directMember(), await directMember({ isVerified: false })];
    const card = await placedCard(owner, park);
    const find = async (fields: object, { client } = { client: late.client }) =>
      expect((await client.post('/api/scan', { cardId: card.cardId, code: card.code, ...fields })).status).toBe(200);
    const isConfirmed = async () => (await owner.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`)).body.placement?.isConfirmed;
    await find({});
    setClock('2026-12-09T10:00:00Z');
    const moved = {
      location: 'Park',
      description: 'Under the oak',
      latitude: park.latitude + 11,
      longitude: park.longitude,
      visibility: 'exact',
    };
    expect((await owner.client.post(`/api/cache-cards/${card.cardId}/placement`, moved)).status).toBe(200);
    setClock('2026-12-09T12:00:00Z');
    await verifyEmail(late.id, Math.floor(Date.now() / 1_000));
    expect(await isConfirmed()).toBe(false);
    await find({ source: 'offline', scannedAt: '2026-12-09T09:00:00.000Z' }, await directMember());
    await find({ source: 'offline' }, await directMember());
    await find({ code: null }, await directMember());
    await find({}, await directMember({ isVerified: false }));
    expect(await isConfirmed()).toBe(false);
    setClock('2026-12-15T10:00:00Z');
    // Only the two finds at the new place count there: the one without the code and the one before verification.
    expect((await hint(member, card.id)).body).toMatchObject({ finds: 2, lastFoundWeek: '2026-12-07' });
    await find({ source: 'offline', scannedAt: '2026-12-15T09:00:00.000Z' }, await directMember());
    expect(await isConfirmed()).toBe(true);
  });

  test('shows its hint, and can be reported by its row id: twice makes it missing', async () => {
    const [one, two] = [await newReporter(), await newReporter()];
    const card = await placedCard(await directMember({ role: 'basic' }), park);
    expect(await hint(one, card.id)).toMatchObject({ status: 200, body: { hint: 'Under the oak' } });
    expect(await report(one, card.id)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await report(one, card.id)).toMatchObject({ status: 200, body: { status: 'active' } });
    expect(await report(two, card.id)).toMatchObject({ status: 200, body: { status: 'missing' } });
    expect(await row('SELECT count(*) AS n FROM card_reports WHERE card_id = ?', card.id)).toEqual({ n: 2 });
    expectError(await hint(two, card.id), 404, 'card_not_found');
  });

  test('keeps its printed id from the reporter’s data download, because it could be scanned from home', async () => {
    const reporter = await newReporter();
    const card = await placedCard(await directMember({ role: 'basic' }), park);
    expect((await report(reporter, card.id)).status).toBe(200);
    const download = await reporter.client.get<{ missingReports: { cardId: number }[] }>('/api/my-data');
    expect(download.body.missingReports).toMatchObject([{ cardId: card.id }]);
    expect(JSON.stringify(download.body)).not.toContain(card.cardId);
  });

  test('is not found if it is not on the map or the id is malformed', async () => {
    const member = await directMember();
    const hidden = await placedCard(await directMember({ role: 'basic' }), park, 'hidden');
    for (const id of [hidden.id, hidden.cardId, 0, -1, 'x', '9'.repeat(15), '9'.repeat(40)]) {
      expectError(await hint(member, id), 404, 'card_not_found');
      expectError(await report(member, id), 404, 'card_not_found');
    }
    expect(await row('SELECT count(*) AS n FROM card_reports WHERE card_id = ?', hidden.id)).toEqual({ n: 0 });
  });

  test('counts toward the daily allowance, so that nobody can read all rows', async () => {
    const member = await directMember();
    const [seen, other] = [
      await placedCard(await directMember({ role: 'basic' }), park),
      await placedCard(await directMember({ role: 'basic' }), park),
    ];
    await hint(member, seen.id);
    const shown = 'SELECT shown FROM card_allowances WHERE user_id = ?';
    expect(await row(shown, member.id)).toEqual({ shown: JSON.stringify([seen.id]) });
    const full = [seen.id, ...Array.from({ length: cardsShownPerDay - 1 }, (_, index) => 5_000_000 + index)];
    await change('UPDATE card_allowances SET shown = ? WHERE user_id = ?', JSON.stringify(full), member.id);
    expect((await hint(member, seen.id)).status).toBe(200);
    expectError(await hint(member, other.id), 429, 'daily_card_limit');
    expectError(await report(member, other.id), 429, 'daily_card_limit');
  });
});

test('nothing reveals a card that is hidden, missing, disabled, unpaid, a test card or never placed', async () => {
  const [owner, other] = [await directMember({ role: 'basic' }), await directMember()];
  await placedCard(owner, park, 'hidden');
  for (const off of ["status = 'missing'", "status = 'disabled'", 'available_at = NULL', 'placement_at = NULL', 'is_test = 1']) {
    const { id } = await placedCard(owner, park, 'exact');
    await change(`UPDATE cache_cards SET ${off} WHERE id = ?`, id);
  }
  await place(owner, await newCard({ owner: owner.id }), {});
  for (const asking of [owner, other]) {
    expect((await near(asking, park)).cards).toEqual([]);
    expect(await cardsInWindow(asking.client, [-83, 35, -82, 36])).toMatchObject({ cards: [], counts: [] });
  }
  expect((await cardsInWindow(new Client(), [-83, 35, -82, 36])).counts).toEqual([]);
  expect(await row('SELECT count(*) AS n FROM card_allowances WHERE user_id IN (?, ?)', owner.id, other.id)).toEqual({ n: 0 });
});

const roundPlace = ({ latitude, longitude }: Place): Place => ({
  latitude: Number(latitude.toFixed(6)),
  longitude: Number(longitude.toFixed(6)),
});
