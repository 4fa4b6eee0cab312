/**
 * Evidence in a review case is retained until 90 days after the decision, even if the members involved are erased or the evidence would
 * normally expire earlier. Product rules: Reviews.
 * @module-tag long
 */
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AdminReviewCase } from '#schema/reviews/admin-review-case.ts';
import { AdminReviews } from '#schema/reviews/admin-reviews.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { findRows } from '#tests/support/tokens/ledger-rows.ts';
import { columnsContaining, erasedAt, remove, week } from '#tests/worker/support/accounts/erasing.ts';
import { newAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire } from '#tests/worker/support/admin/crons.ts';
import { boughtCards } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import {
  advanceClock,
  change,
  expectError,
  newMember,
  row,
  setClock,
  type TestCard,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { all, decide, find, redeem } from '#tests/worker/support/reviews/deciding.ts';
import type { Env } from '#worker/env.ts';
import { recordCases } from '#worker/jobs/review-cases.ts';
import { createStore } from '#worker/store/store.ts';

let year = 2026;
// Each test runs a year after the previous one because the job that erases old evidence only moves forward in time.
beforeEach(() => {
  setClock(`${year}-06-01T10:00:00Z`);
  year += 1;
});
afterEach(() => {
  vi.useRealTimers();
});

let rings = 0;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** Inserts one find for each of an owner's cards, ten seconds apart, from the network that the finder registered from. */
async function findAll(finderId: number, ownerId: number): Promise<void> {
  const finds = `FROM cache_cards c JOIN card_scans s ON s.card_id = c.id AND s.user_id = ${finderId} WHERE c.user_id = ${ownerId}`;
  await env.DB.batch(
    [
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, distance_m, accuracy_m, address_hash, request_key)
       SELECT c.id, u.id, ${nowSeconds()} + 10 * row_number() OVER (ORDER BY c.id), 0, 1, 0, 1, 5000, 10, u.registration_address_hash, 'key-' || c.id
       FROM cache_cards c JOIN users u ON u.id = ${finderId} WHERE c.user_id = ${ownerId}`,
      findRows(finds),
      `UPDATE cache_cards SET total_scans = total_scans + 1, tokens_earned = tokens_earned + 2 WHERE user_id = ${ownerId}`,
    ].map((sql) => env.DB.prepare(sql)),
  );
  advanceClock(600);
}

/**
 * Creates an owner and three finders who share a mailbox, network and bank card. The finders find all of the owner's cards implausibly
 * fast, unless the cards are not placed.
 */
async function newRing(isPlaced = true) {
  rings += 1;
  const address = `203.0.113.${rings}`;
  const mark = `ringleader${rings}`;
  const owner = await newMember({ role: 'premium', email: `${mark}.x@gmail.com`, address });
  const { cards } = await boughtCards(owner.id, 30);
  for (const [index, card] of isPlaced ? cards.entries() : [])
    await change('UPDATE cache_cards SET latitude = ?, longitude = 8 WHERE id = ?', 40 + index / 2, card.id);
  const finders: TestMember[] = [];
  for (const number of [1, 2, 3]) {
    const finder = await newMember({ email: `${mark}.x+${number}@gmail.com`, address });
    await verifyEmail(finder.id);
    finders.push(finder);
  }
  for (const { id } of finders) await findAll(id, owner.id);
  const ring = [owner, ...finders];
  const ids = ring.map(({ id }) => id);
  for (const id of ids)
    await change(
      `INSERT INTO payments (user_id, amount_cents, currency, description, paid_at, card_fingerprint) VALUES (?, 100, 'usd', 'Basic', 1, ?)`,
      id,
      `card-${mark}`,
    );
  const [redeemer] = finders as [TestMember];
  await giveTokens(redeemer.id, 30);
  const reviewId = await redeem(redeemer);
  return { mark, owner, finders, redeemer, ring, ids, cards, reviewId };
}

async function caseOf(reviewId: number) {
  const boss = await newAdmin('super_admin');
  const shown = v.parse(AdminReviewCase, (await boss.client.get(`/api/admin/reviews/${reviewId}/case`)).body);
  const group = shown.accounts.filter(({ isInGroup }) => isInGroup);
  const signals = shown.signals.map(({ code, sentence }) => (sentence === null ? `${code} is gone` : code));
  const links = group.map(({ id, reasons }) => [id, reasons.map(({ code }) => code)]);
  return {
    boss,
    shown,
    signals,
    links: links.sort(([one], [other]) => Number(one) - Number(other)),
    places: shown.cards.map(({ place }) => place),
  };
}

async function erase(members: TestMember[]): Promise<void> {
  for (const member of members) await remove(member);
  week();
  await runJob();
  for (const { id } of members) expect(await erasedAt(id)).not.toBeNull();
}

async function versionOf(cardId: string): Promise<number | undefined> {
  return (await row<{ version: number }>('SELECT version FROM cache_cards WHERE card_id = ?', cardId))?.version;
}

const days = (count: number) => advanceClock(count * secondsPerDay);
async function runJobs() {
  await fire('erase-accounts');
  await fire('purge-expired');
}

/** Counts the members' rows that still hold evidence used only by review signals. */
const evidenceOf = (ids: number[]) =>
  row(
    `SELECT (SELECT count(*) FROM card_scans WHERE user_id IN (${ids}) AND address_hash IS NOT NULL) AS hashes,
       (SELECT count(*) FROM card_scans WHERE user_id IN (${ids}) AND distance_m IS NOT NULL) AS distances,
       (SELECT count(*) FROM users WHERE id IN (${ids}) AND registration_address_hash IS NOT NULL) AS registrations,
       (SELECT count(*) FROM payments WHERE user_id IN (${ids}) AND card_fingerprint NOT LIKE 'erased-%') AS bankCards,
       (SELECT count(*) FROM case_members WHERE user_id IN (${ids})) AS members,
       (SELECT count(*) FROM card_places WHERE user_id IN (${ids})) AS places`,
  );
const caseRows = (id: number) =>
  row(
    `SELECT (SELECT count(*) FROM review_cases WHERE certificate_id = ?1) AS cases, (SELECT count(*) FROM case_cards WHERE certificate_id = ?1) AS cards,
       (SELECT count(*) FROM case_members WHERE certificate_id = ?1) AS members,
       (SELECT count(*) FROM review_snapshots WHERE certificate_id = ?1) AS snapshots`,
    id,
  );
const nothing = { hashes: 0, distances: 0, registrations: 0, bankCards: 0, members: 0, places: 0 };

describe('a ring whose members all delete their accounts while its certificate waits', () => {
  test('shows the same signals, can be decided, and is erased 90 days after the decision', async () => {
    const { mark, owner, ring, redeemer, ids, reviewId } = await newRing();
    const before = await caseOf(reviewId);
    expect(before.signals.sort()).toEqual(['pace', 'one_owner', 'mailbox', 'distance', 'shared_address', 'twins', 'made_together'].sort());
    await erase(ring);

    // An open review case must not delay the erasure of personal fields.
    expect(await columnsContaining(mark)).toEqual(['payments.card_fingerprint']);
    const emails = await all<{ email: string }>(`SELECT email FROM users WHERE id IN (${ids})`);
    expect(emails.every(({ email }) => /^deleted-\d+@invalid$/.test(email))).toBe(true);
    expect(await row('SELECT count(*) AS n FROM card_scans WHERE request_key IS NOT NULL')).toEqual({ n: 0 });
    expect(await row('SELECT count(*) AS n FROM cache_cards WHERE user_id = ? OR latitude IS NOT NULL', owner.id)).toEqual({ n: 0 });
    expectError(await redeemer.client.get('/api/user'), 401, 'not_signed_in');

    // The review stays open for longer than 90 days, after which evidence would normally be erased.
    days(120);
    await runJobs();
    const after = await caseOf(reviewId);
    expect([after.signals.sort(), after.links, after.places]).toEqual([before.signals, before.links, before.places]);
    expect(after.shown.accounts.every(({ email }) => email === null)).toBe(true);
    const queue = v.parse(AdminReviews, (await after.boss.client.get('/api/admin/reviews')).body);
    expect(queue.find(({ id }) => id === reviewId)?.user).toMatchObject({ id: redeemer.id, email: null, name: null });

    const decision = await decide(after.boss, 'take_back', ids, reviewId);
    expect(decision.effects.filter(({ kind }) => kind === 'find')).toHaveLength(90);
    expect(await row('SELECT review, status FROM vacation_certificates WHERE id = ?', reviewId)).toEqual({
      review: 'refused',
      status: 'cancelled',
    });
    await runJobs();
    days(90 - 1);
    await runJobs();
    expect((await caseOf(reviewId)).links).toEqual(before.links);
    expect(await caseRows(reviewId)).toMatchObject({ cases: 1, snapshots: 1 });
    expect(await evidenceOf(ids)).toMatchObject({ hashes: 90, distances: 90, registrations: 4, bankCards: 4, members: 4, places: 30 });

    days(1);
    await runJobs();
    expect(await evidenceOf(ids)).toEqual(nothing);
    expect(await columnsContaining(mark)).toEqual([]);
    expect(await caseRows(reviewId)).toEqual({ cases: 0, cards: 0, members: 0, snapshots: 0 });
    expect(await row('SELECT review_reason, cancel_reason, review_signals FROM vacation_certificates WHERE id = ?', reviewId)).toEqual({
      review_reason: null,
      cancel_reason: null,
      review_signals: '[]',
    });
    expect((await env.DB.prepare('PRAGMA foreign_key_check').all()).results).toEqual([]);
  });

  test('keeps the ties of mailboxes that its members had left', async () => {
    const { ring, mark, reviewId } = await newRing();
    const leaver = ring.at(-1);
    await change('UPDATE users SET email = ?2, email_key = ?2 WHERE id = ?1', leaver?.id ?? 0, `${mark}-new@example.test`);
    await change(
      "INSERT INTO one_time_links (token_hash, user_id, purpose, email, created_at, expires_at) VALUES (?1, ?2, 'undo_email_change', ?3, 1, 1)",
      `hash-${mark}`,
      leaver?.id ?? 0,
      leaver?.email ?? '',
    );
    const { links, signals } = await caseOf(reviewId);
    expect(links).toContainEqual([leaver?.id, expect.arrayContaining(['mailbox'])]);
    await erase(ring);
    expect(await row('SELECT count(*) AS n FROM one_time_links WHERE user_id = ?', leaver?.id ?? 0)).toEqual({ n: 0 });
    const after = await caseOf(reviewId);
    expect([after.links, after.signals.sort()]).toEqual([links, signals.sort()]);
  });

  test('counts as twins with members who stayed', { tags: 'long' }, async () => {
    const { owner, finders, redeemer, reviewId } = await newRing();
    const before = await caseOf(reviewId);
    await erase(finders.filter((one) => one !== redeemer));
    const after = await caseOf(reviewId);
    expect([after.signals, after.links]).toEqual([before.signals, before.links]);
    expect(after.shown.signals.find(({ code }) => code === 'twins')?.sentence ?? '').toContain('(left)');
    expect(after.shown.accounts.find(({ id }) => id === owner.id)?.email).toBe(owner.email);
  });

  test('counts as twins for another member’s certificate, too', { tags: 'long' }, async () => {
    const { finders, redeemer } = await newRing();
    const [, second, third] = finders as [TestMember, TestMember, TestMember];
    await erase([redeemer, third]);
    // Advances past the 12 months during which a redemption by a deleted account still counts toward the yearly limit of its mailbox.
    days(366);
    year += 1;
    await runJobs();
    expect(await second.client.post('/api/login', { email: second.email, password: second.password })).toMatchObject({ status: 200 });
    await giveTokens(second.id, 30);
    const { signals } = await caseOf(await redeem(second));
    expect(signals).toEqual(expect.arrayContaining(['twins', 'mailbox', 'shared_address']));
  });

  test('stays in the case if the decision falls between the request and the erasure', { tags: 'long' }, async () => {
    const { finders, ids, reviewId } = await newRing();
    const [, twin] = finders as [TestMember, TestMember];
    await remove(twin);
    await decide(await newAdmin('super_admin'), 'take_back', ids, reviewId);
    week();
    await runJob();
    expect(await erasedAt(twin.id)).not.toBeNull();
    expect(await evidenceOf([twin.id])).toMatchObject({ hashes: 30, distances: 30, registrations: 1, bankCards: 1, members: 1 });
    days(83);
    await runJobs();
    expect(await evidenceOf([twin.id])).toEqual(nothing);
  });
});

test('a certificate that a group decision holds is a case until it is released, also for a member whom an administrator deletes', {
  tags: 'long',
}, async () => {
  const { finders, redeemer, reviewId } = await newRing();
  const [, twin] = finders as [TestMember, TestMember];
  await change(`UPDATE vacation_certificates SET review = 'none', review_signals = '[]' WHERE id = ?`, reviewId);
  await runJobs();
  expect(await caseRows(reviewId)).toMatchObject({ cases: 0 });
  await decide(await newAdmin('super_admin'), 'hold', [redeemer.id], reviewId);
  const boss = await newAdmin('super_admin');
  const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', twin.id)) ?? {};
  const deletion = { email: twin.email, reason: 'Asked for by phone', version };
  expect(await boss.client.post(`/api/admin/users/${twin.id}/deletion`, deletion)).toMatchObject({ status: 200 });
  week();
  await runJob();
  expect(await erasedAt(twin.id)).not.toBeNull();
  expect(await evidenceOf([twin.id])).toMatchObject({ hashes: 30, registrations: 1, members: 1 });
  await decide(await newAdmin('super_admin'), 'release', [redeemer.id], reviewId);
  await runJobs();
  days(89);
  await runJobs();
  expect(await evidenceOf([twin.id])).toMatchObject({ hashes: 30, registrations: 1, members: 1 });
  days(1);
  await runJobs();
  expect(await evidenceOf([twin.id])).toEqual(nothing);
});

describe('the places of finds', () => {
  const newPlace = { location: 'Here', description: 'Now', latitude: 10, longitude: 10 };
  const fates: Record<string, (ring: Awaited<ReturnType<typeof newRing>>) => Promise<void>> = {
    'the owner moves the cards to one spot': async ({ owner, cards }) => {
      for (const { cardId } of cards) expect((await owner.client.post(`/api/cache-cards/${cardId}/placement`, newPlace)).status).toBe(200);
    },
    'the owner moves the cards and removes their places': async ({ owner, cards }) => {
      for (const { cardId } of cards)
        for (const { location, description, ...place } of [newPlace, { ...newPlace, latitude: null, longitude: null }])
          expect((await owner.client.post(`/api/cache-cards/${cardId}/placement`, { location, description, ...place })).status).toBe(200);
    },
    'an administrator corrects and transfers the cards': async ({ cards, owner, finders: [, heir] }) => {
      const boss = await newAdmin('super_admin');
      for (const { cardId } of cards)
        for (const ownerEmail of [owner.email, heir?.email]) {
          const edit = { ...newPlace, ownerEmail, version: await versionOf(cardId) };
          expect((await boss.client.put(`/api/admin/cards/${cardId}`, edit)).status).toBe(200);
        }
    },
    'the owner deletes the account and another member adopts and places the cards': async ({ owner, cards }) => {
      await erase([owner]);
      const heir = await newMember({ role: 'premium' });
      await change(`UPDATE cache_cards SET user_id = ${heir.id} WHERE id IN (${cards.map(({ id }) => id)})`);
      for (const { cardId } of cards) expect((await heir.client.post(`/api/cache-cards/${cardId}/placement`, newPlace)).status).toBe(200);
    },
  };

  test.for(Object.keys(fates))('stay as they were when %s', async (fate) => {
    const ring = await newRing();
    const before = await caseOf(ring.reviewId);
    expect(before.signals).toContain('pace');
    await fates[fate]?.(ring);
    const after = await caseOf(ring.reviewId);
    const sentences = ({ shown }: typeof before) => new Map(shown.signals.map(({ code, sentence }) => [code, sentence]));
    for (const code of ['pace', 'distance']) expect(sentences(after).get(code), code).toEqual(sentences(before).get(code));
    expect(after.places).toEqual(before.places);
  });

  test('are unknown for finds that preceded the first coordinates, even after an administrator corrected these', async () => {
    const ring = await newRing(false);
    const { cards, owner } = ring;
    const before = await caseOf(ring.reviewId);
    expect(before.signals).not.toContain('pace');
    const boss = await newAdmin('super_admin');
    for (const [index, { cardId }] of cards.entries()) {
      const place = { location: 'Here', description: 'Now', latitude: 40 + index / 2, longitude: 8 };
      expect((await owner.client.post(`/api/cache-cards/${cardId}/placement`, place)).status).toBe(200);
      const edit = { ...place, longitude: 9, ownerEmail: owner.email, version: await versionOf(cardId) };
      expect((await boss.client.put(`/api/admin/cards/${cardId}`, edit)).status).toBe(200);
    }
    const after = await caseOf(ring.reviewId);
    expect([after.signals, after.places]).toEqual([before.signals, before.places]);
  });

  test('are exported to the owner then, and erased with the account and its last case', async () => {
    const { owner, cards, ids, redeemer, reviewId } = await newRing();
    const [card] = cards as [TestCard];
    for (const latitude of [11, 12, 13])
      expect((await owner.client.post(`/api/cache-cards/${card.cardId}/placement`, { ...newPlace, latitude })).status).toBe(200);
    const places = () => all(`SELECT card_id AS card, latitude FROM card_places WHERE user_id = ${owner.id} ORDER BY 1`);
    // The locations at latitudes 11 and 12 are not retained because nobody found the card there.
    expect(await places()).toEqual([{ card: card.id, latitude: 40 }]);
    const { body } = await owner.client.get('/api/my-data');
    expect(body).toMatchObject({ formerPlacesOfYourCards: [{ card: card.cardId, latitude: 40, longitude: 8 }] });

    await erase([owner]);
    expect(await places()).toHaveLength(cards.length);
    await decide(await newAdmin('super_admin'), 'take_back', [redeemer.id], reviewId);
    await runJobs();
    days(91);
    await runJobs();
    expect(await places()).toEqual([]);
    expect(ids).toContain(owner.id);
  });

  test('are erased with an account that is part of no case', async () => {
    const owner = await newMember({ role: 'premium' });
    const finder = await newMember();
    const { cards } = await boughtCards(owner.id, 1);
    await change('UPDATE cache_cards SET latitude = 1, longitude = 1 WHERE user_id = ?', owner.id);
    await find(finder, cards);
    await owner.client.post(`/api/cache-cards/${cards[0]?.cardId}/placement`, newPlace);
    expect(await row('SELECT latitude FROM card_places WHERE user_id = ?', owner.id)).toEqual({ latitude: 1 });
    await erase([owner]);
    expect(await row('SELECT count(*) AS n FROM card_places WHERE user_id = ?', owner.id)).toEqual({ n: 0 });
  });
});

describe('a member who deletes their account', () => {
  test('after the decision is erased completely', { tags: 'long' }, async () => {
    const { finders, ids, reviewId } = await newRing();
    const [, twin] = finders as [TestMember, TestMember];
    await runJobs();
    await decide(await newAdmin('super_admin'), 'take_back', ids, reviewId);
    days(1);
    await erase([twin]);
    expect(await evidenceOf([twin.id])).toEqual(nothing);
  });

  test('keeps no evidence beyond the case, and none if they are not part of one', { tags: 'long' }, async () => {
    const { owner, finders, cards } = await newRing();
    const [, twin] = finders as [TestMember, TestMember];
    const stranger = await newMember();
    const { cards: others } = await boughtCards(owner.id, 2);
    await find(twin, others);
    await find(stranger, others);
    await change('UPDATE card_scans SET distance_m = 7, accuracy_m = 1 WHERE user_id = ?', stranger.id);
    await erase([twin, stranger]);
    expect(await evidenceOf([stranger.id])).toEqual({ ...nothing });
    expect(await evidenceOf([twin.id])).toMatchObject({ hashes: cards.length });
    const [other] = others as [TestCard];
    expect(await row('SELECT address_hash AS hash FROM card_scans WHERE card_id = ? AND user_id = ?', other.id, twin.id)).toEqual({
      hash: null,
    });
  });

  test('stays until the last of several cases has ended', { tags: 'long' }, async () => {
    const { finders, ids, reviewId } = await newRing();
    const [, second, third] = finders as [TestMember, TestMember, TestMember];
    await giveTokens(second.id, 30);
    const other = await redeem(second);
    await erase([third]);
    await decide(await newAdmin('super_admin'), 'take_back', [ids[1] ?? 0], reviewId);
    await runJobs();
    days(91);
    await runJobs();
    expect([await caseRows(reviewId), await caseRows(other)]).toMatchObject([{ cases: 0 }, { cases: 1 }]);
    expect(await evidenceOf([third.id])).toMatchObject({ hashes: 30, registrations: 1, members: 1 });
    await decide(await newAdmin('super_admin'), 'take_back', [second.id], other);
    await runJobs();
    days(90);
    await runJobs();
    expect(await evidenceOf([third.id])).toEqual(nothing);
  });
});

describe('evidence that is older than 90 days', () => {
  test('stays while its case is open and until 90 days after the decision, also of members who stay', async () => {
    const { ids, owner, cards, redeemer, reviewId } = await newRing();
    const passerBy = await newMember();
    const { cards: elsewhere } = await boughtCards(owner.id, 1);
    await find(passerBy, elsewhere);
    days(91);
    await runJobs();
    expect(await evidenceOf([passerBy.id])).toMatchObject({ hashes: 0 });
    expect(await evidenceOf(ids)).toMatchObject({ hashes: 90, distances: 90 });
    expect(await row('SELECT count(*) AS n FROM card_scans WHERE request_key IS NOT NULL')).toEqual({ n: 0 });

    const { boss } = await caseOf(reviewId);
    const { version } = (await row<{ version: number }>('SELECT version FROM vacation_certificates WHERE id = ?', reviewId)) ?? {
      version: 0,
    };
    expect((await boss.client.post(`/api/admin/reviews/${reviewId}/pass`, { version })).status).toBe(200);
    // The evidence of a more recent find of the same card is not erased with the case's evidence.
    days(60);
    const late = await newMember();
    await find(late, cards.slice(0, 1));
    await runJobs();
    expect(await evidenceOf(ids)).toMatchObject({ hashes: 90, distances: 90 });
    days(31);
    await runJobs();
    expect(await evidenceOf(ids)).toMatchObject({ hashes: 0, distances: 0, registrations: 4, bankCards: 4 });
    expect(await evidenceOf([late.id])).toMatchObject({ hashes: 1 });
    expect(await caseRows(reviewId)).toEqual({ cases: 0, cards: 0, members: 0, snapshots: 1 });
    // An appeal needs what the reviewer saw, until the member asks for erasure.
    await redeemer.client.post('/api/login', { email: redeemer.email, password: redeemer.password });
    await erase([redeemer]);
    expect(await caseRows(reviewId)).toMatchObject({ snapshots: 0 });
  });

  test('is not erased before all cases are recorded', async () => {
    const { ids, reviewId } = await newRing();
    const store = createStore(env as unknown as Env);
    const now = nowSeconds();
    expect(await recordCases({ store, budget: { isSpent: () => true } }, now)).toBe(false);
    expect(await caseRows(reviewId)).toMatchObject({ cases: 0 });
    await Promise.all([1, 2].map(() => recordCases({ store, budget: { isSpent: () => false } }, now)));
    expect(await caseRows(reviewId)).toEqual({ cases: 1, cards: 30, members: 0, snapshots: 0 });
    expect(await evidenceOf(ids)).toMatchObject({ hashes: 90 });
  });

  test('is limited to the finds next to the member’s on a card with many', { tags: 'long' }, async () => {
    const { cards, reviewId } = await newRing();
    const [busy] = cards as [TestCard];
    await change(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
       INSERT INTO users (email, email_key, password_hash, referral_code, created_at) SELECT 'w' || i || '@x.test', 'w' || i, '!', 'w' || i, 1 FROM n`,
    );
    await change(
      `INSERT INTO card_scans (card_id, user_id, scan_date, kind, tokens_earned, source, code_was_right, address_hash)
       SELECT ?, u.id, ?, 0, 1, 0, 1, 'walker' FROM users u WHERE u.email LIKE 'w%@x.test' ORDER BY u.id`,
      busy.id,
      nowSeconds(),
    );
    await change('UPDATE cache_cards SET total_scans = total_scans + 40 WHERE id = ?', busy.id);
    days(91);
    await runJobs();
    const { n } = (await row<{ n: number }>(`SELECT count(*) AS n FROM card_scans WHERE address_hash = 'walker'`)) ?? { n: -1 };
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThanOrEqual(4);
    expect(await row('SELECT count(*) AS n FROM case_cards WHERE certificate_id = ? AND through_scan_id IS NOT NULL', reviewId)).toEqual({
      n: 1,
    });
  });
});
