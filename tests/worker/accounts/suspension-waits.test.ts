/** Processes that pause or continue while a member is suspended or leaving. Product rules: Suspension; A member's own data. */

import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DuePayout, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { callerOf, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { linkIn } from '#tests/worker/support/accounts/mailed-links.ts';
import { reinstate, suspend } from '#tests/worker/support/accounts/suspended.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { fire, unlimited } from '#tests/worker/support/admin/crons.ts';
import { giveTokens, makeTrusted } from '#tests/worker/support/certificates/redeemer.ts';
import { acceptStay, activateForTest, offerStay } from '#tests/worker/support/certificates/stays.ts';
import { localTravel } from '#tests/worker/support/certificates/travel.ts';
import { advanceClock, balanceOf, Client, change, expectError, newCard, row, setClock } from '#tests/worker/support/client.ts';
import { owedChest, owedCommission } from '#tests/worker/support/payouts/owed.ts';
import { decide, undoDecision } from '#tests/worker/support/reviews/deciding.ts';
import { decideRedemption } from '#worker/domain/certificates/certificate.ts';
import { memberMissLimits } from '#worker/domain/limit.ts';
import { personalMail } from '#worker/domain/messages/mail.ts';
import type { Env } from '#worker/env.ts';
import { maintainCertificates } from '#worker/jobs/maintain-certificates.ts';
import { reinstatementStatements, suspensionStatements } from '#worker/store/accounts/admin-suspensions.ts';
import { batch } from '#worker/store/sql.ts';
import { createStore } from '#worker/store/store.ts';

const start = '2026-11-21T10:00:00Z';
let admin: TestAdmin;
beforeEach(async () => {
  setClock(start);
  admin = await newAdmin();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Advances the clock and signs the administrator in again because their session would have expired. */
async function passTime(seconds: number) {
  advanceClock(seconds);
  admin = await newAdmin();
}

const store = () => createStore(env as unknown as Env);
const nowSeconds = () => Math.floor(Date.now() / 1_000);
const suspendMember = async ({ id }: { id: number }) => expect((await suspend(admin, id)).status).toBe(200);

describe('a request that was in progress when the suspension began', () => {
  test('earns nothing for a find', async () => {
    const [owner, finder] = [await directMember({ role: 'basic' }), await directMember()];
    const card = await newCard({ owner: owner.id });
    const { scans } = store();
    const caller = await callerOf(finder.id);
    const requester = { caller, memberLimits: memberMissLimits(finder.id, nowSeconds()), addressLimits: [], anonymousLimit: null };
    const loaded = await scans.load(requester, { cardId: card.cardId, code: card.code, requestKey: 'k:one-of-mine' }, nowSeconds());
    if (!loaded.ok) throw new Error('The card was not loaded');
    const loadedScan = [loaded.value.card, loaded.value.finder] as const;
    await suspendMember(finder);
    const plan = { kind: 'reward', tokens: 1, ownerTokens: 1, activates: false, placement: 'none' } as const;
    const how = {
      source: 'camera',
      codeWasRight: true,
      stated: null,
      ageSeconds: null,
      addressHash: 'x',
      requestKey: 'k:one-of-mine',
    } as const;
    expect(await scans.commit(requester, plan, ...loadedScan, how, nowSeconds())).toBe('stale');
    expect(await scans.commit(requester, { kind: 'unpaid', activates: false }, ...loadedScan, how, nowSeconds())).toBe('stale');
    expect(await balanceOf(owner.id)).toBe(0);
    expect(await row('SELECT count(*) AS n FROM card_scans WHERE user_id = ?', finder.id)).toEqual({ n: 0 });
  });

  test('keeps the tokens of a redemption', async () => {
    const member = await directMember();
    await giveTokens(member.id, 120);
    const { certificates } = store();
    const { member: seen } = await certificates.loadForRedemption(await callerOf(member.id), nowSeconds());
    const plan = seen && decideRedemption('global', seen, null, nowSeconds());
    if (!plan?.ok) throw new Error('The member could not redeem');
    await suspendMember(member);
    const links = { activationLink: 'https://x.test', pdfUrl: 'https://x.test' };
    const certificate = { ...plan.value, ...links, number: 'VC-RACE-0001', review: 'waiting', signals: [], mailboxHash: '' } as const;
    const mail = { template: 'certificate_issued', to: 'x@x.test', payload: {} } as const;
    expect(await certificates.redeem(member.id, certificate, mail, nowSeconds())).toBeUndefined();
    expect(await balanceOf(member.id)).toBe(120);
  });

  test('activates nothing', async () => {
    const member = await redeemer();
    const { certificates } = store();
    await suspendMember(member);
    const notice = { userId: member.id, mail: personalMail({ email: 'a@b.test', firstName: null }, 'traveler_entered') };
    expect(
      await certificates.activate(
        member.certificate.id,
        { traveler: 'x', personHashes: { own: ['x', 'y'], parts: [] } },
        notice,
        nowSeconds(),
      ),
    ).toBe(false);
    expect(await certificateOf(member)).toMatchObject({ status: 'active' });
  });

  test('creates no order', async () => {
    const member = await directMember({ role: 'basic' });
    await suspendMember(member);
    const { checkouts } = store();
    const wanted = { kind: 'cache_cards', quantity: 1 } as const;
    const price = { amountCents: 100, creditCents: 0, description: '1 Cache Card' };
    expect(await checkouts.open(member.id, wanted, price, [{ cardId: 'TC-7654321', code: 'ABCDEFGH' }], nowSeconds())).toBe(
      'not_signed_in',
    );
    expect(await row('SELECT count(*) AS n FROM orders WHERE user_id = ?', member.id)).toEqual({ n: 0 });
  });

  test('either completes before a concurrent suspension or is rejected with 401', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const member = await directMember();
      await giveTokens(member.id, 120);
      const card = await newCard();
      const [, redemption, scan] = await Promise.all([
        suspend(admin, member.id),
        member.client.post('/api/redeem-certificate', { type: 'global' }),
        member.client.post('/api/scan', { cardId: card.cardId, code: card.code }),
      ]);
      for (const answer of [redemption, scan]) if (answer.status !== 200) expectError(answer, 401, 'not_signed_in');
      const spent = redemption.status === 200 ? 120 : 0;
      const earned = scan.status === 200 ? 1 : 0;
      expect(await balanceOf(member.id)).toBe(120 - spent + earned);
    }
  });
});

describe('earnings of a suspended member', () => {
  const due = async (id: number) => (await admin.client.get<DuePayout[]>(`/api/admin/payouts/due?members=${id}`)).body[0];
  const pay = (members: { id: number; version: number }[]) =>
    admin.client.post<PayResponse>(
      '/api/admin/payouts/payments',
      { reference: 'PO-S', members },
      { 'Idempotency-Key': crypto.randomUUID() },
    );

  test('are computed, shown as waiting, and paid to nobody until reinstatement', async () => {
    const [member, other] = [await directMember({ role: 'premium' }), await directMember()];
    const long = nowSeconds() - 30 * secondsPerDay;
    const commission = await owedCommission(member.id, 1_000, { at: long });
    await owedCommission(other.id, 500);
    await change("INSERT INTO payout_addresses (user_id, email, confirmed_at) VALUES (?, 'pay@paypal.test', 1)", member.id);
    await suspendMember(member);
    await owedChest(member.id, '2026-10', 200);
    const waiting = await due(member.id);
    expect(waiting).toMatchObject({ state: 'suspended', netCents: 1_200, isOverdue: false });
    expect(
      (
        await admin.client.get<{ id: number; isSuspended: boolean; isOverdue: boolean }[]>('/api/admin/payouts/commissions?status=pending')
      ).body.find(({ id }) => id === commission.id),
    ).toMatchObject({ isSuspended: true, isOverdue: false });
    const seen = await due(other.id);
    const paid = await pay([
      { id: member.id, version: waiting?.version ?? 0 },
      { id: other.id, version: seen?.version ?? 0 },
    ]);
    expect(paid.body.paid.map(({ member: { id } }) => id)).toEqual([other.id]);
    expect(paid.body.changed.map(({ id }) => id)).toEqual([member.id]);

    expect((await reinstate(admin, member.id)).status).toBe(200);
    const again = await due(member.id);
    expect(again).toMatchObject({ state: 'to_pay', netCents: 1_200, isOverdue: true });
    // The reinstatement changed the member's version, so a payment request with the earlier version skips the member.
    expect((await pay([{ id: member.id, version: waiting?.version ?? 0 }])).body.paid).toEqual([]);
    expect((await pay([{ id: member.id, version: again?.version ?? 0 }])).body.totalCents).toBe(1_200);
  });

  test('are either paid or waiting when payment and suspension are concurrent', async () => {
    for (let round = 1; round <= 5; round += 1) {
      const member = await directMember();
      await owedCommission(member.id, 1_000);
      const seen = await due(member.id);
      const [suspension, payment] = await Promise.all([suspend(admin, member.id), pay([{ id: member.id, version: seen?.version ?? 0 }])]);
      expect([suspension.status, payment.status]).toEqual([200, 200]);
      const isPaid = payment.body.paid.length === 1;
      expect(await row('SELECT count(*) AS n FROM payouts WHERE user_id = ?', member.id)).toEqual({ n: isPaid ? 1 : 0 });
      expect(await row('SELECT net_cents AS cents FROM payout_queue WHERE id = ?', member.id)).toEqual({ cents: isPaid ? 0 : 1_000 });
    }
  });
});

async function maintain() {
  return maintainCertificates({ store: store(), budget: unlimited, travel: await localTravel() }, nowSeconds());
}

describe('certificates of a suspended member', () => {
  const remindersTo = (id: number) => row(`SELECT count(*) AS n FROM outbox WHERE user_id = ? AND template = 'certificate_reminder'`, id);

  test('neither expire nor send reminders, and keep their remaining time', async () => {
    const member = await redeemer();
    await passTime(10 * secondsPerDay);
    await suspendMember(member);
    const before = await certificateOf(member);
    await passTime(60 * secondsPerDay + 3_600);
    await maintain();
    expect(await certificateOf(member)).toMatchObject({ status: 'active' });
    expect(await remindersTo(member.id)).toEqual({ n: 0 });
    const shown = await admin.client.get<{ status: string }[]>(`/api/admin/certificates?q=${member.certificate.number}`);
    expect(shown.body).toMatchObject([{ status: 'active' }]);

    expect((await reinstate(admin, member.id)).status).toBe(200);
    // Certificates show only dates, so the time added for the suspension is rounded to whole days: up if the deadline had passed.
    expect(await certificateOf(member)).toMatchObject({
      activate_by: before.activate_by + 61 * secondsPerDay,
      valid_until: before.valid_until + 60 * secondsPerDay,
    });
    await passTime(22 * secondsPerDay);
    await maintain();
    expect(await certificateOf(member)).toMatchObject({ status: 'expired' });
  });

  test('are not shown as expired to reviewers', async () => {
    const member = await redeemer();
    const { id } = member.certificate;
    const passer = await newAdmin();
    await change(
      'INSERT INTO second_looks (id, certificate_id, passed_by_id, passed_at) VALUES (?1, ?1, ?2, ?3)',
      id,
      passer.id,
      nowSeconds(),
    );
    await suspendMember(member);
    await passTime(40 * secondsPerDay);
    const { body: review } = await admin.client.get<{ status: string }>(`/api/admin/reviews/${id}`);
    expect(review.status).toBe('active');
    const { body: looks } = await admin.client.get<{ review: { id: number; status: string } }[]>('/api/admin/second-looks?limit=200');
    expect(looks.find((look) => look.review.id === id)?.review.status).toBe('active');
    const reviewCase = JSON.stringify((await admin.client.get(`/api/admin/reviews/${id}/case`)).body);
    expect(reviewCase).toContain('"status":"active"');
    expect(reviewCase).not.toContain('"status":"expired"');
  });

  test('survive a short suspension during which the deadline passed', async () => {
    const member = await redeemer();
    const { activate_by } = await certificateOf(member);
    await passTime(activate_by - nowSeconds() - 3_600);
    await suspendMember(member);
    await passTime(2 * 3_600);
    await maintain();
    expect((await reinstate(admin, member.id)).status).toBe(200);
    await maintain();
    expect(await certificateOf(member)).toMatchObject({ status: 'active', activate_by: activate_by + secondsPerDay });
  });

  test('stay expired if they had expired before', async () => {
    const member = await redeemer();
    await passTime(40 * secondsPerDay);
    await suspendMember(member);
    const { activate_by } = await certificateOf(member);
    await reinstate(admin, member.id);
    expect((await certificateOf(member)).activate_by).toBe(activate_by);
  });

  test.each([
    'before',
    'after',
  ])('count time both suspended and held by a group decision only once (released %s reinstatement)', async (when) => {
    const member = await redeemer();
    const { activate_by } = await certificateOf(member);
    await passTime(secondsPerDay);
    await decide(admin, 'hold', [member.id]);
    await passTime(secondsPerDay);
    await suspendMember(member);
    await passTime(20 * secondsPerDay);
    const end = async () => expect((await reinstate(admin, member.id)).status).toBe(200);
    if (when === 'after') await end();
    await decide(admin, 'release', [member.id]);
    if (when === 'before') await end();
    expect(await certificateOf(member)).toMatchObject({ status: 'active', activate_by: activate_by + 21 * secondsPerDay });
  });

  test('count the days of an undone hold only once', async () => {
    const member = await redeemer();
    const { activate_by } = await certificateOf(member);
    await suspendMember(member);
    await passTime(2 * secondsPerDay);
    const hold = await decide(admin, 'hold', [member.id]);
    await passTime(3 * secondsPerDay);
    await undoDecision(admin, hold);
    expect(await certificateOf(member)).toMatchObject({ activate_by });
    await reinstate(admin, member.id);
    expect(await certificateOf(member)).toMatchObject({ activate_by: activate_by + 5 * secondsPerDay });
  });

  test('get activation days only from when a review passed during the suspension', async () => {
    const member = await redeemer();
    const { id } = member.certificate;
    await change(`UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?`, id);
    await suspendMember(member);
    await passTime(20 * secondsPerDay);
    const { version } = await certificateOf(member);
    expect((await admin.client.post(`/api/admin/reviews/${id}/pass`, { version })).status).toBe(200);
    const { activate_by, valid_until } = await certificateOf(member);
    await passTime(3 * secondsPerDay);
    await reinstate(admin, member.id);
    expect(await certificateOf(member)).toMatchObject({
      activate_by: activate_by + 3 * secondsPerDay,
      valid_until: valid_until + 23 * secondsPerDay,
    });
  });

  test('keep their validity even if the deadline passed while they waited for a review', async () => {
    const member = await redeemer();
    await change(`UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?`, member.certificate.id);
    const { activate_by, valid_until } = await certificateOf(member);
    await passTime(activate_by - nowSeconds() + secondsPerDay);
    await suspendMember(member);
    await passTime(60 * secondsPerDay);
    await reinstate(admin, member.id);
    expect(await certificateOf(member)).toMatchObject({ valid_until: valid_until + 60 * secondsPerDay });
  });

  test('are not booked until reinstatement', async () => {
    const member = await redeemer();
    await activateForTest(member.certificate.id);
    await acceptStay(member.certificate.id);
    await suspendMember(member);
    const { version } = await certificateOf(member);
    const byHand = { version, travelPlugId: 'STAY-1' };
    expectError(await admin.client.put(`/api/admin/certificates/${member.certificate.id}/booking`, byHand), 409, 'holder_suspended');
    await reinstate(admin, member.id);
    const again = { ...byHand, version: (await certificateOf(member)).version };
    expect((await admin.client.put(`/api/admin/certificates/${member.certificate.id}/booking`, again)).status).toBe(200);
  });

  test('get back the time that they had left for an offer', async () => {
    const [waiting, offered] = [await redeemer(), await redeemer()];
    for (const { certificate } of [waiting, offered]) await activateForTest(certificate.id);
    const since = nowSeconds();
    await change(`UPDATE stays SET stage = 'wished', waiting_since = ?2 WHERE certificate_id = ?1`, waiting.certificate.id, since);
    await offerStay(offered.certificate.id);
    await change(`UPDATE stays SET accepted_at = ?2 WHERE certificate_id = ?1`, offered.certificate.id, since);
    for (const member of [waiting, offered]) await suspendMember(member);
    await passTime(20 * secondsPerDay);
    for (const { id } of [waiting, offered]) await reinstate(admin, id);
    expect(await row('SELECT waiting_since AS at FROM stays WHERE certificate_id = ?', waiting.certificate.id)).toEqual({
      at: since + 20 * secondsPerDay,
    });
    expect(await row('SELECT accepted_at AS at FROM stays WHERE certificate_id = ?', offered.certificate.id)).toEqual({
      at: since + 20 * secondsPerDay,
    });
    expect(await row('SELECT expires_at AS at FROM stay_offers WHERE certificate_id = ?', offered.certificate.id)).toEqual({
      at: since + 27 * secondsPerDay,
    });
  });
});

describe('certificates of a leaving member', () => {
  const account = async (id: number) =>
    (await row<{ email: string; version: number }>('SELECT email, version FROM users WHERE id = ?', id)) ?? { email: '', version: 0 };
  const leave = async (id: number) => {
    const request = { ...(await account(id)), reason: 'Asked by email from the account’s address' };
    const answer = await admin.client.post(`/api/admin/users/${id}/deletion`, request);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const cancel = async (id: number) => {
    const token = await linkIn((await account(id)).email, 'account_deletion');
    expect((await new Client().post('/api/secure-account', { token })).status).toBe(200);
  };

  test('expire only after erasure, and get the time back if the deletion is canceled', async () => {
    const [member, gone] = [await redeemer(), await redeemer()];
    const { activate_by, valid_until } = await certificateOf(member);
    await passTime(activate_by - nowSeconds() - secondsPerDay);
    for (const { id } of [member, gone]) await leave(id);
    const later = 5 * secondsPerDay + 120;
    await passTime(later);
    await maintain();
    expect(await certificateOf(member)).toMatchObject({ status: 'active' });
    await cancel(member.id);
    await maintain();
    expect(await certificateOf(member)).toMatchObject({
      status: 'active',
      activate_by: activate_by + later,
      valid_until: valid_until + later,
    });
    await passTime(3 * secondsPerDay);
    await fire('erase-accounts');
    await maintain();
    expect(await certificateOf(gone)).toMatchObject({ status: 'expired', activate_by });
  });

  test.each(['suspended', 'leaving'])('return to review although the deadline passed while the member was %s', async (how) => {
    const member = await redeemer();
    await change(`UPDATE vacation_certificates SET review = 'passed' WHERE id = ?`, member.certificate.id);
    const { activate_by } = await certificateOf(member);
    await passTime(activate_by - nowSeconds() - 3_600);
    if (how === 'leaving') await leave(member.id);
    else await suspendMember(member);
    await passTime(secondsPerDay);
    const { version } = await account(member.id);
    const edit = { version, email: `saved-${member.id}@example.test`, reason: 'Proved it is theirs', isStolen: true };
    const answer = await admin.client.patch(`/api/admin/users/${member.id}`, edit);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(await row('SELECT review FROM vacation_certificates WHERE id = ?', member.certificate.id)).toEqual({ review: 'waiting' });
  });

  test('count time both suspended and leaving only once', async () => {
    const member = await redeemer();
    const { activate_by } = await certificateOf(member);
    await leave(member.id);
    await passTime(2 * secondsPerDay);
    await suspendMember(member);
    await passTime(3 * secondsPerDay);
    await reinstate(admin, member.id);
    expect(await certificateOf(member)).toMatchObject({ activate_by });
    await passTime(secondsPerDay);
    await cancel(member.id);
    expect(await certificateOf(member)).toMatchObject({ activate_by: activate_by + 6 * secondsPerDay });
  });
});

test('several members are suspended or reinstated in one batch; members already suspended are left unchanged', async () => {
  const members = [await directMember(), await directMember(), await directMember()];
  const [first] = members;
  if (!first) throw new Error('No member');
  await suspendMember(first);
  const actor = { adminId: admin.id, address: null, requestId: 'group' };
  const ids = members.map(({ id }) => id);
  await batch(env.DB, suspensionStatements(ids, { reason: 'They belong together', actor }, nowSeconds()));
  const reasons = async () =>
    (
      await env.DB.prepare('SELECT suspended_reason AS reason FROM users WHERE id IN (?, ?, ?) ORDER BY id')
        .bind(...ids)
        .all<{ reason: string | null }>()
    ).results.map(({ reason }) => reason);
  expect(await reasons()).toEqual([expect.stringContaining('Sixty'), 'They belong together', 'They belong together']);
  expect(await row(`SELECT count(*) AS n FROM audit_log WHERE request_id = 'group'`)).toEqual({ n: 2 });
  for (const { client } of members) expectError(await client.get('/api/user'), 401, 'not_signed_in');
  await batch(env.DB, reinstatementStatements(ids, { reason: 'They do not', actor }, nowSeconds()));
  expect(await reasons()).toEqual([null, null, null]);
});

async function redeemer() {
  const member = await directMember();
  await makeTrusted(member.id);
  await giveTokens(member.id, 120);
  const answer = await member.client.post<{ certificate: { id: number; number: string } }>('/api/redeem-certificate', { type: 'global' });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...member, certificate: answer.body.certificate };
}

async function certificateOf({ certificate }: { certificate: { id: number } }) {
  const found = await row<{ status: string; activate_by: number; valid_until: number; version: number }>(
    'SELECT status, activate_by, valid_until, version FROM vacation_certificates WHERE id = ?',
    certificate.id,
  );
  if (!found) throw new Error('No certificate');
  return found;
}
