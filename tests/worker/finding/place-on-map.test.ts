/** Tests which cards are on the map, and at which locations. Product rules: Finding cards. */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OwnCard, OwnCardPage } from '#schema/cards/card.ts';
import type { NearCards } from '#schema/finding/finding.ts';
import { metersPerDegree, type Place } from '#schema/finding/geo.ts';
import { getShownPlace } from '#schema/finding/shown-place.ts';
import { placementsPerMember, sharedCellMeters } from '#schema/rules.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { approveClaim } from '#tests/worker/support/cards/approved-claims.ts';
import { expectMapRight, place, placedCard, readIndexedPlace } from '#tests/worker/support/cards/placed-cards.ts';
import { verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import {
  advanceClock,
  Client,
  change,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestCard,
  type TestMember,
  tokenInMail,
} from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';

const home = { latitude: 35.5951, longitude: -82.5515 };
const nearHome = { latitude: 35.5955, longitude: -82.551 };
const town = { latitude: 48.2082, longitude: 16.3738 };

/** Returns whether a member's list of nearby cards includes this card. */
async function isListedNear({ client }: Pick<TestMember, 'client'>, { latitude, longitude }: Place, card: TestCard): Promise<boolean> {
  const { status, body } = await client.get<NearCards>(`/api/cards/near?lat=${latitude}&lng=${longitude}&limit=50`);
  expect(status).toBe(200);
  return body.cards.some(({ id }) => id === card.id);
}

/** Sets a card's location and owner together, like the form in the admin area. */
async function correct(card: TestCard, at: Place, ownerEmail: string) {
  const { client } = await newAdmin();
  const { version } = (await row<{ version: number }>('SELECT version FROM cache_cards WHERE id = ?', card.id)) ?? {};
  const answer = await client.put(`/api/admin/cards/${card.cardId}`, {
    ...{ version, location: 'City park', description: 'Under the oak', ...at, ownerEmail },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

/** Asserts that neither the map nor the card page shows the former location or description. */
async function expectForgotten(card: TestCard): Promise<void> {
  expect(await readIndexedPlace(card)).toBeNull();
  const { status, body } = await new Client().get(`/api/card/${card.cardId}`);
  expect({ status, body }).toEqual({ status: 200, body: { card: { cardId: card.cardId, location: null, description: null } } });
}

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(async () => {
  vi.useRealTimers();
  await expectMapRight();
});

describe('a placement', () => {
  test('is shown at the center of a 200 m cell by default, and the page says so', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const answer = await place(owner, card, home);
    expect(answer).toMatchObject({ status: 200, body: { ...home, visibility: 'near' } });
    const shown = getShownPlace(home, 'near');
    expect(await readIndexedPlace(card)).toEqual({ ...shown, name: 'City park', visibility: 'near' });
    const page = await owner.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`);
    expect(v.parse(v.strictObject(OwnCardPage.entries), page.body)).toMatchObject({ shownAt: shown, card: { visibility: 'near' } });
  });

  test('is shown as its owner chooses, even later, and keeps the choice if omitted', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await placedCard(owner, home, 'area');
    expect(await readIndexedPlace(card)).toMatchObject({ ...getShownPlace(home, 'area'), visibility: 'area' });
    await place(owner, card, { ...home, visibility: 'exact', location: 'The bench' });
    expect(await readIndexedPlace(card)).toEqual({ ...home, visibility: 'exact', name: 'The bench' });
    await place(owner, card, { ...town });
    expect(await readIndexedPlace(card)).toEqual({ ...town, visibility: 'exact', name: 'City park' });
    await place(owner, card, { ...town, visibility: 'hidden' });
    expect(await readIndexedPlace(card)).toBeNull();
    await place(owner, card, { visibility: 'near' });
    expect(await readIndexedPlace(card)).toBeNull();
  });

  test('reuses the cell of an older card of the same owner nearby and says so, but not of other owners', async () => {
    const [owner, neighbor] = [await directMember({ role: 'basic' }), await directMember({ role: 'basic' })];
    const older = await placedCard(owner, home);
    const newer = await placedCard(owner, nearHome);
    expect(await readIndexedPlace(newer)).toEqual(await readIndexedPlace(older));
    const page = await owner.client.get<OwnCardPage>(`/api/cache-cards/${newer.cardId}`);
    expect(page.body.shownAt).toEqual(getShownPlace(home, 'near'));
    expect(await readIndexedPlace(await placedCard(neighbor, nearHome))).toMatchObject(getShownPlace(nearHome, 'near') ?? {});
  });

  test('of many cards at one door in parallel shows one point', async () => {
    const owner = await directMember({ role: 'basic' });
    const cards = await Promise.all(Array.from({ length: 8 }, () => newCard({ owner: owner.id })));
    const answers = await Promise.all(
      cards.map((card, index) =>
        place(owner, card, { latitude: home.latitude + (index - 4) * 0.00012, longitude: home.longitude + (index % 3) * 0.0001 }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(cards.map(() => 200));
    const shown = await Promise.all(cards.map(readIndexedPlace));
    expect(new Set(shown.map((one) => `${one?.latitude}/${one?.longitude}`)).size).toBe(1);
  });

  test('of two cards 140 m apart concurrently shows one point, every time', async () => {
    const apart = 0.00126;
    for (let times = 0; times < 8; times += 1) {
      const owner = await directMember({ role: 'basic' });
      const cards = await Promise.all([newCard({ owner: owner.id }), newCard({ owner: owner.id })]);
      const answers = await Promise.all(
        cards.map((card, index) => place(owner, card, { ...home, latitude: home.latitude + index * apart })),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const [one, other] = await Promise.all(cards.map(readIndexedPlace));
      expect([one?.latitude, one?.longitude]).toEqual([other?.latitude, other?.longitude]);
      expect(await row('SELECT count(*) AS n FROM card_anchors WHERE user_id = ?', owner.id)).toEqual({ n: 1 });
    }
  });

  test.each([
    ['across the date line', { latitude: -16.8, longitude: 179.9995 }, { latitude: -16.8, longitude: -179.9997 }],
    ['near a pole', { latitude: 89.9995, longitude: 10 }, { latitude: 89.9999, longitude: -150 }],
  ])('less than 150 m from another card %s shares its anchor', async (_, one, other) => {
    const owner = await directMember({ role: 'basic' });
    for (const at of [one, other]) expect((await place(owner, await newCard({ owner: owner.id }), at)).status).toBe(200);
    expect(await row('SELECT count(*) AS n FROM card_anchors WHERE user_id = ?', owner.id)).toEqual({ n: 1 });
  });

  test('is limited per member and hour, also in parallel', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await newCard({ owner: owner.id });
    const now = Math.floor(Date.now() / 1_000);
    const { limit, windowSeconds } = placementsPerMember;
    await change(
      'INSERT INTO rate_counters (key, window_start, count, expires_at) VALUES (?, ?, ?, ?)',
      `placement:member:${owner.id}`,
      now - (now % windowSeconds),
      limit - 2,
      now + windowSeconds,
    );
    const answers = await Promise.all([home, town, nearHome, home].map((at) => place(owner, card, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expectError(await place(owner, card, { ...home, latitude: 0 }), 429, 'too_many_requests');
    expect(await row('SELECT count(*) AS n FROM card_anchors WHERE user_id = ? AND latitude = 0', owner.id)).toEqual({ n: 0 });
    advanceClock(windowSeconds);
    expect((await place(owner, card, home)).status).toBe(200);
  });

  test('keeps a door’s earlier cell, regardless of changes to the cards there', async () => {
    const owner = await directMember({ role: 'basic' });
    // GPS fixes at the same door that fall into different grid cells.
    const fixes = [-2, -1, 0, 1, 2].map((step) => ({ latitude: home.latitude + step * 0.0003, longitude: home.longitude + step * 0.0003 }));
    const first = await placedCard(owner, fixes[2] as Place);
    const shown = await readIndexedPlace(first);
    const expectShown = async (card: TestCard) => expect(await readIndexedPlace(card)).toEqual(shown);
    for (const fix of fixes) {
      await place(owner, first, town);
      await place(owner, first, fix);
      await expectShown(first);
    }
    await place(owner, first, town);
    for (const fix of fixes) {
      const card = await placedCard(owner, fix);
      await expectShown(card);
      await change("UPDATE cache_cards SET status = 'disabled' WHERE id = ?", card.id);
    }
    const lost = await placedCard(owner, fixes[0] as Place);
    const claimant = await newMember({ role: 'basic' });
    await verifyEmail(claimant.id);
    await approveClaim(claimant, lost);
    for (const fix of fixes) await expectShown(await placedCard(owner, fix));
    const corrected = await placedCard(owner, town);
    const { email } = (await row<{ email: string }>('SELECT email FROM users WHERE id = ?', owner.id)) ?? { email: '' };
    await correct(corrected, fixes[4] as Place, email);
    expect(await readIndexedPlace(corrected)).toMatchObject({ latitude: shown?.latitude, longitude: shown?.longitude });
  });

  test('of a new owner at the former owner’s door does not reuse that owner’s cell', async () => {
    const [owner, heir] = [await directMember({ role: 'basic' }), await newMember({ role: 'basic' })];
    const card = await placedCard(owner, home);
    await correct(card, nearHome, heir.email);
    expect(await row('SELECT count(*) AS n FROM card_anchors WHERE user_id = ?', heir.id)).toEqual({ n: 0 });
    await place(heir, card, nearHome);
    expect(await readIndexedPlace(card)).toMatchObject(getShownPlace(nearHome, 'near') ?? {});
  });

  test.each([
    [{ visibility: 'secret' }, 'visibility', 'Choose one of exact, near, area, hidden'],
    [{ latitude: 91, longitude: 0 }, 'latitude', 'Latitude must be between -90 and 90'],
    [{ latitude: '35,5', longitude: 0 }, 'latitude', 'Latitude must be a number'],
    [{ latitude: 35 }, 'longitude', 'Enter both latitude and longitude, or neither'],
  ])('with %o is rejected at its field', async (fields, field, message) => {
    const owner = await directMember({ role: 'basic' });
    const refused = await place(owner, await newCard({ owner: owner.id }), fields);
    expect(expectError(refused, 400, 'invalid_input').fields).toMatchObject({ [field]: message });
  });
});

test.each([
  [sharedCellMeters - 1, 'rejects'],
  [sharedCellMeters + 1, 'accepts'],
])('an anchor %d m from another one of the same owner: the database %s it', async (meters, outcome) => {
  const owner = await directMember({ role: 'basic' });
  await placedCard(owner, home);
  const north = meters / metersPerDegree;
  const east = north / Math.cos((home.latitude * Math.PI) / 180);
  for (const at of [
    { latitude: home.latitude + north, longitude: home.longitude },
    { latitude: home.latitude, longitude: home.longitude - east },
  ]) {
    const insert = change('INSERT INTO card_anchors (user_id, latitude, longitude) VALUES (?, ?, ?)', owner.id, at.latitude, at.longitude);
    if (outcome === 'accepts') await insert;
    else await expect(insert).rejects.toThrow('card_anchors_apart');
  }
});

test('an administrator’s correction stores the new anchor', async () => {
  const owner = await newMember({ role: 'basic' });
  const card = await placedCard(owner, home);
  await correct(card, town, owner.email);
  const { results } = await env.DB.prepare('SELECT latitude, longitude FROM card_anchors WHERE user_id = ? ORDER BY latitude')
    .bind(owner.id)
    .all();
  expect(results).toEqual([home, town]);
});

describe('a card is not on the map', () => {
  test('while it is missing, disabled, never placed, unpaid or a test card', async () => {
    const owner = await directMember({ role: 'basic' });
    const card = await placedCard(owner, home);
    for (const off of ["status = 'missing'", "status = 'disabled'", 'available_at = NULL', 'placement_at = NULL', 'is_test = 1']) {
      const before = await row<Record<string, number | string>>('SELECT * FROM cache_cards WHERE id = ?', card.id);
      await change(`UPDATE cache_cards SET ${off} WHERE id = ?`, card.id);
      expect(await readIndexedPlace(card), off).toBeNull();
      const column = off.split(' ')[0] ?? '';
      await change(`UPDATE cache_cards SET ${column} = ? WHERE id = ?`, before?.[column] ?? null, card.id);
      expect(await readIndexedPlace(card), `without ${off}`).not.toBeNull();
    }
  });

  test.each([
    'an approved claim',
    'an administrator’s edit of place and owner',
  ])('after a change of owner by %s, until the new owner places it; nothing of the former owner is shown', async (way) => {
    const [owner, heir] = [await directMember({ role: 'basic' }), await newMember({ role: 'basic' })];
    const card = await placedCard(owner, home, 'exact');
    if (way === 'an approved claim') {
      await verifyEmail(heir.id);
      await approveClaim(heir, card);
    } else expect((await correct(card, town, heir.email)).body).toMatchObject({ location: null });
    await expectForgotten(card);
    expect(await isListedNear(owner, home, card)).toBe(false);
    const own = { location: null, description: null, latitude: null, longitude: null, visibility: null };
    const page = await heir.client.get<OwnCardPage>(`/api/cache-cards/${card.cardId}`);
    expect(page.body).toMatchObject({ shownAt: null, card: own });
    expect((await heir.client.get<OwnCard[]>('/api/cache-cards')).body).toMatchObject([own]);
    expect((await place(heir, card, home)).body).toMatchObject({ ...home, visibility: 'near' });
    expect(await readIndexedPlace(card)).toMatchObject(getShownPlace(home, 'near') ?? {});
  });

  test('after its owner asked for deletion, even if corrected; after the erasure it has no location or description', async () => {
    const [owner, other] = [await newMember({ role: 'basic' }), await directMember()];
    await verifyEmail(owner.id);
    const card = await placedCard(owner, home, 'exact');
    expect(await isListedNear(other, home, card)).toBe(true);
    await other.client.post('/api/scan', { cardId: card.cardId, code: card.code });
    await remove(owner);
    await expectForgotten(card);
    expect(await isListedNear(other, home, card)).toBe(false);
    const finder = await directMember();
    expect((await finder.client.post('/api/scan', { cardId: card.cardId, code: card.code })).body).toMatchObject({
      tokensEarned: 1,
      card: { location: null, description: null, place: null },
    });
    for (const { client } of [other, finder]) {
      expect((await client.get('/api/finds')).body).toMatchObject({ finds: [{ cardId: card.cardId, name: null }] });
    }
    await correct(card, town, owner.email);
    await runJob();
    expect(await isListedNear(other, town, card)).toBe(false);
    week();
    await runJob();
    await expectForgotten(card);
    expect(await row('SELECT user_id, latitude, anchor_latitude, visibility FROM cache_cards WHERE id = ?', card.id)).toEqual({
      user_id: null,
      latitude: null,
      anchor_latitude: null,
      visibility: null,
    });
  });

  test('while its owner’s deletion is requested, and is again once the owner recovers the account', async () => {
    const owner = await newMember({ role: 'basic' });
    const former = owner.email;
    const [card, hidden] = [await placedCard(owner, home), await placedCard(owner, town, 'hidden')];
    const before = await readIndexedPlace(card);
    const tokenOf = async (template: string) => {
      const mail = await row<{ id: string }>('SELECT message_id AS id FROM outbox WHERE user_id = ? AND template = ?', owner.id, template);
      return { token: await tokenInMail(mail?.id ?? '') };
    };
    await change('UPDATE users SET email_verified_at = 1 WHERE id = ?', owner.id);
    expect((await owner.client.patch('/api/user', { email: `thief-${former}` })).status).toBe(200);
    expect((await new Client().post('/api/confirm-email-change', await tokenOf('confirm_email_change'))).status).toBe(200);
    await remove(owner);
    expect(await readIndexedPlace(card)).toBeNull();
    expect((await new Client().post('/api/undo-email-change', await tokenOf('email_change_requested'))).status).toBe(200);
    expect([await readIndexedPlace(card), await readIndexedPlace(hidden)]).toEqual([before, null]);
    expect((await new Client().get(`/api/card/${card.cardId}`)).body).toMatchObject({ card: { location: 'City park' } });
    expect(await isListedNear(await directMember(), home, card)).toBe(true);
  });
});

test('a suspended owner’s cards leave the map and return when the owner is reinstated', async () => {
  const [owner, other, admin] = [await directMember({ role: 'basic' }), await directMember(), await newAdmin()];
  const card = await placedCard(owner, home, 'exact');
  const before = await readIndexedPlace(card);
  expect((await suspend(admin, owner.id)).status).toBe(200);
  await expectForgotten(card);
  expect(await isListedNear(other, home, card)).toBe(false);
  expect((await reinstate(admin, owner.id)).status).toBe(200);
  expect(await readIndexedPlace(card)).toEqual(before);
  expect(await isListedNear(other, home, card)).toBe(true);
});

test('a suspended owner’s card returns to the map once another member has claimed and placed it', async () => {
  const [owner, heir, admin] = [await directMember({ role: 'basic' }), await newMember({ role: 'basic' }), await newAdmin()];
  const card = await placedCard(owner, home);
  expect((await suspend(admin, owner.id)).status).toBe(200);
  await verifyEmail(heir.id);
  await approveClaim(heir, card);
  expect(await readIndexedPlace(card)).toBeNull();
  await place(heir, card, { ...town, visibility: 'exact' });
  expect(await readIndexedPlace(card)).toMatchObject(town);
});

test('an administrator’s correction moves the shown place without revealing more than the owner agreed to', async () => {
  const owner = await newMember({ role: 'basic' });
  const [shown, neverAsked] = [await placedCard(owner, home), await newCard({ owner: owner.id, placed: true })];
  await correct(shown, town, owner.email);
  await correct(neverAsked, town, owner.email);
  expect(await readIndexedPlace(shown)).toMatchObject(getShownPlace(town, 'near') ?? {});
  expect(await readIndexedPlace(neverAsked)).toBeNull();
});

test('a first placement writes at most 8 rows for index and counts, and a change without a move none', async () => {
  const owner = await directMember({ role: 'basic' });
  await placedCard(owner, { latitude: home.latitude + 0.02, longitude: home.longitude });
  const card = await newCard({ owner: owner.id });
  const countWrittenRows = async (set: string) => {
    const { meta } = await env.DB.prepare(`UPDATE cache_cards SET ${set} WHERE id = ?`).bind(card.id).run();
    return meta.rows_written;
  };
  const bare = await countWrittenRows(
    "location = 'City park', placement_at = 1, latitude = 35.5951, longitude = -82.5515, version = version + 1",
  );
  const shown = await countWrittenRows(
    `version = version + 1, visibility = 'near', anchor_latitude = 35.5951, anchor_longitude = -82.5515,
     shown_latitude_e6 = 35595000, shown_longitude_e6 = -82551000`,
  );
  expect(shown - bare).toBeLessThanOrEqual(8);
  expect(await countWrittenRows('total_scans = total_scans + 1, tokens_earned = tokens_earned + 1')).toBe(1);
});

test('a card that a suspended member receives stays hidden until they are reinstated', async () => {
  const [owner, next, admin] = [await newMember({ role: 'basic' }), await newMember(), await newAdmin('super_admin')];
  const card = await placedCard(owner, home);
  const isHidden = async () =>
    (await row<{ isHidden: number }>('SELECT is_owner_hidden AS "isHidden" FROM cache_cards WHERE id = ?', card.id))?.isHidden;
  await suspend(admin, next.id);
  await change('UPDATE cache_cards SET user_id = ? WHERE id = ?', next.id, card.id);
  expect(await isHidden()).toBe(1);
  await reinstate(admin, next.id);
  expect(await isHidden()).toBe(0);
});
