/** A certificate under review, from redemption to decision. Product rules: Reviews. */

import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { RedeemResponse, reviewSentences, type VacationCertificate, VacationCertificates } from '#schema/certificates/certificate.ts';
import { AdminReview, AdminReviews } from '#schema/reviews/admin-reviews.ts';
import { secondsPerDay } from '#schema/rules.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import { directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { unlimited } from '#tests/worker/support/admin/crons.ts';
import { boughtCards, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { beforeRedemption } from '#tests/worker/support/certificates/before-redemption.ts';
import { giveTokens, makeOldMember, makeTrusted, newRedeemer, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate as activateFor } from '#tests/worker/support/certificates/stays.ts';
import {
  advanceClock,
  balanceOf,
  change,
  everyRow,
  expectError,
  newCard,
  newMember,
  row,
  setClock,
  type TestMember,
} from '#tests/worker/support/client.ts';
import { countingDatabase } from '#tests/worker/support/counted-database.ts';
import type { Env } from '#worker/env.ts';
import { maintainCertificates } from '#worker/jobs/maintain-certificates.ts';
import { createStore } from '#worker/store/store.ts';

beforeEach(() => setClock('2026-11-21T10:00:00Z'));
afterEach(() => {
  vi.useRealTimers();
});

const list = '/api/admin/reviews';
type Redeemed = TestMember & { certificate: VacationCertificate };

/** Redeems a new member's first certificate, which is sent to review. */
async function waitingRedemption(): Promise<Redeemed> {
  const member = await newMember();
  await verifyEmail(member.id);
  await giveTokens(member.id, 120);
  const answer = await member.client.post('/api/redeem-certificate', { type: 'global' });
  return { ...member, certificate: v.parse(RedeemResponse, answer.body).certificate };
}

async function redeemShort({ client }: Pick<TestMember, 'client'>): Promise<VacationCertificate> {
  return v.parse(RedeemResponse, (await client.post('/api/redeem-certificate', { type: 'regional-short' })).body).certificate;
}

/** Creates a member who joined more than six months ago, never paid, and has enough tokens for a certificate. */
async function oldMember(): Promise<TestMember> {
  const member = await newMember();
  await verifyEmail(member.id);
  await makeOldMember(member.id);
  await giveTokens(member.id, 60);
  return member;
}

const activate = ({ client }: Pick<Redeemed, 'client'>, { number }: VacationCertificate) => activateFor(client, number);
const certificatesOf = async ({ client }: Pick<Redeemed, 'client'>) =>
  v.parse(VacationCertificates, (await client.get('/api/vacation-certificates')).body)[0];
const read = async (admin: TestAdmin, { id }: VacationCertificate) => v.parse(AdminReview, (await admin.client.get(`${list}/${id}`)).body);
const decide = (admin: TestAdmin, { id }: VacationCertificate, verb: 'pass' | 'ask' | 'refuse', body: Record<string, unknown> = {}) =>
  admin.client.post(`${list}/${id}/${verb}`, { version: 1, ...body });
const mails = async (userId: number, template: string) =>
  (
    await env.DB.prepare('SELECT payload FROM outbox WHERE user_id = ? AND template = ? ORDER BY id')
      .bind(userId, template)
      .all<{ payload: string }>()
  ).results.map(({ payload }) => JSON.parse(payload) as Record<string, string>);
const maintain = () =>
  maintainCertificates({ store: createStore(env as unknown as Env), budget: unlimited, travel: null }, Math.floor(Date.now() / 1_000));

describe('redeeming a certificate', () => {
  test('waits for review for a new member, and the mail says so', async () => {
    const { id, certificate } = await waitingRedemption();
    expect(certificate).toMatchObject({ status: 'active', review: 'waiting' });
    expect(await mails(id, 'certificate_issued')).toMatchObject([{ number: certificate.number, review: 'first' }]);
    expect(await row('SELECT review_signals, reviewed_at FROM vacation_certificates WHERE id = ?', certificate.id)).toEqual({
      review_signals: '[]',
      reviewed_at: null,
    });
  });

  test('passes at once for a member of over six months who pays', async () => {
    const member = await newRedeemer(60);
    const { certificate } = v.parse(RedeemResponse, (await member.client.post('/api/redeem-certificate', { type: 'regional-short' })).body);
    expect(certificate).toMatchObject({ review: 'passed' });
    expect((await mails(member.id, 'certificate_issued'))[0]).not.toHaveProperty('review');
    expect(await row('SELECT reviewed_at AS at, reviewed_by_id AS by FROM vacation_certificates WHERE id = ?', certificate.id)).toEqual({
      at: Date.now() / 1_000,
      by: null,
    });
    expect((await activate(member, certificate)).status).toBe(200);
  });

  test('passes after a first counted one; after a canceled one it is the first again', async () => {
    const [earlier, again] = [await waitingRedemption(), await waitingRedemption()];
    await change(
      "UPDATE vacation_certificates SET review = 'passed', created_at = created_at - 400 * 86400 WHERE id = ?",
      earlier.certificate.id,
    );
    await change("UPDATE vacation_certificates SET review = 'none', status = 'cancelled' WHERE id = ?", again.certificate.id);
    const reviews: string[] = [];
    for (const { client, id } of [earlier, again]) {
      await giveTokens(id, 60);
      const { certificate } = v.parse(RedeemResponse, (await client.post('/api/redeem-certificate', { type: 'regional-short' })).body);
      reviews.push(certificate.review);
    }
    expect(reviews).toEqual(['none', 'waiting']);
  });

  test('waits for a member of over six months whose membership an administrator granted', async () => {
    const member = await oldMember();
    const { version } = (await row<{ version: number }>('SELECT version FROM users WHERE id = ?', member.id)) ?? {};
    const grant = { tier: 'premium', reason: 'A prize', version };
    expect(await (await newAdmin()).client.post(`/api/admin/users/${member.id}/membership`, grant)).toMatchObject({ status: 200 });
    expect((await redeemShort(member)).review).toBe('waiting');
  });

  // Both the review decision and the write that follows check for a paid membership, so each case also runs with the membership changed
  // between the two.
  test.each([
    { source: 'stripe', starts: -1, ends: 1, review: 'passed' },
    { source: 'grant', starts: -1, ends: 1, review: 'waiting' },
    { source: 'stripe', starts: -2, ends: 0, review: 'waiting' },
    { source: 'stripe', starts: 1, ends: 2, review: 'waiting' },
    { source: 'stripe', starts: -1, ends: 1, dispute: 'won', review: 'passed' },
    { source: 'stripe', starts: -1, ends: 1, dispute: 'open', review: 'waiting' },
  ])('is $review with a membership by $source from day $starts to day $ends, dispute $dispute', async (membership) => {
    const { source, starts, ends, dispute = null, review } = membership;
    const now = Math.floor(Date.now() / 1_000);
    const hold = async (id: number) => {
      if (dispute !== null)
        await change(
          `INSERT INTO payments (user_id, amount_cents, currency, description, paid_at, dispute_status) VALUES (?, 5000, 'usd', 'Basic', 2, ?)`,
          ...[id, dispute],
        );
      await change(
        `INSERT INTO membership_periods (user_id, tier, starts_at, ends_at, source, cause, created_at) VALUES (?1, 'basic', ?2, ?3, ?4, 'test:' || ?1, 1)`,
        ...[id, now + starts * secondsPerDay, now + ends * secondsPerDay, source],
      );
    };
    const member = await oldMember();
    await hold(member.id);
    expect((await redeemShort(member)).review).toBe(review);

    const changed = await newRedeemer(60);
    const isChanged = beforeRedemption(changed, async () => {
      await change('DELETE FROM membership_periods WHERE user_id = ?', changed.id);
      await hold(changed.id);
    });
    expect((await redeemShort(changed)).review).toBe(review);
    expect(isChanged()).toBe(true);
  });
});

describe('a certificate waiting for review', () => {
  test('cannot be activated, and its member sees how long that takes', async () => {
    const member = await waitingRedemption();
    const before = await everyRow();
    expect(expectError(await activate(member, member.certificate), 409, 'first_certificate_in_review').message).toBe(
      'We look at every first certificate, as a rule within two working days.',
    );
    expect(await everyRow()).toEqual(before);
    const earlier = `INSERT INTO vacation_certificates (number, user_id, type, tokens_redeemed, activation_link, pdf_url, status, created_at, activate_by, valid_until)
      VALUES ('VC-OLD-' || ?2, ?1, 'global', 120, 'https://cards.test/a', 'https://cards.test/p', 'expired', 1, 2, 3)`;
    await change(earlier, member.id, String(member.id));
    expect(expectError(await activate(member, member.certificate), 409, 'certificate_in_review').message).toBe(
      'We are looking at this certificate, as a rule within two working days.',
    );
  });

  test('does not expire or send reminders, and its 30 days start when it passes', async () => {
    const member = await waitingRedemption();
    for (const days of [24, 5, 31]) {
      advanceClock(days * secondsPerDay);
      await maintain();
    }
    const certificateState = () =>
      row('SELECT status, review, activate_by AS until FROM vacation_certificates WHERE id = ?', member.certificate.id);
    expect(await certificateState()).toMatchObject({ status: 'active', review: 'waiting' });
    expect(await mails(member.id, 'certificate_reminder')).toEqual([]);
    expect((await decide(await newAdmin('admin'), member.certificate, 'pass')).status).toBe(200);
    expect(await certificateState()).toEqual({ status: 'active', review: 'passed', until: Date.parse('2027-02-19T23:59:59Z') / 1_000 });
    advanceClock(24 * secondsPerDay);
    await maintain();
    expect(await mails(member.id, 'certificate_reminder')).toHaveLength(1);
    advanceClock(7 * secondsPerDay);
    await maintain();
    expect(await certificateState()).toMatchObject({ status: 'expired' });
  });

  test('sends reminders again for a deadline that the review moved', async () => {
    const member = await waitingRedemption();
    await decide(await newAdmin('admin'), member.certificate, 'pass');
    advanceClock(24 * secondsPerDay);
    await maintain();
    await change("UPDATE vacation_certificates SET review = 'waiting' WHERE id = ?", member.certificate.id);
    await decide(await newAdmin('admin'), member.certificate, 'pass', { version: 2 });
    await maintain();
    expect(await mails(member.id, 'certificate_reminder')).toHaveLength(1);
    advanceClock(25 * secondsPerDay);
    await maintain();
    expect(await mails(member.id, 'certificate_reminder')).toHaveLength(2);
  });

  test('can still be canceled by a super administrator without deciding the review', async () => {
    const admin = await newAdmin();
    const member = await waitingRedemption();
    const cancelled = await admin.client.post(`/api/admin/certificates/${member.certificate.id}/cancel`, {
      reason: 'On request',
      version: 1,
    });
    expect(cancelled.body).toMatchObject({ status: 'cancelled', review: 'none' });
    expect(await balanceOf(member.id)).toBe(120);
  });
});

describe('the review list', () => {
  test('has only waiting certificates, oldest first, with member and reasons', async () => {
    const admin = await newAdmin('admin');
    const [first, second, passed] = [await waitingRedemption(), await waitingRedemption(), await waitingRedemption()];
    await decide(admin, passed.certificate, 'pass');
    await change(`UPDATE vacation_certificates SET review_signals = '["pace","twins"]' WHERE id = ?`, second.certificate.id);
    const rows = v.parse(AdminReviews, (await admin.client.get(`${list}?limit=200`)).body);
    expect(rows.map(({ number }) => number).slice(-2)).toEqual([first.certificate.number, second.certificate.number]);
    expect(rows.at(-1)).toMatchObject({
      user: { id: second.id, email: second.email, role: 'free' },
      type: 'global',
      tokensRedeemed: 120,
      review: 'waiting',
      signals: ['pace', 'twins'],
      askedAt: null,
      decidedBy: null,
      version: 1,
    });
    const csv = await (await admin.client.fetch(`${list}/export.csv?q=${second.certificate.number}`)).text();
    expect(csv.split('\r\n')[1]).toContain(`${second.certificate.number},${second.email},`);
    expect(csv).toContain('pace twins');
  });

  test('of all certificates can be filtered by review state', async () => {
    const admin = await newAdmin('admin');
    const [one, other] = [await waitingRedemption(), await waitingRedemption()];
    await decide(admin, other.certificate, 'pass');
    const numbers = async (review: string) =>
      v
        .parse(VacationCertificateNumbers, (await admin.client.get(`/api/admin/certificates?review=${review}`)).body)
        .map(({ number }) => number);
    expect(await numbers('waiting')).toContain(one.certificate.number);
    expect(await numbers('waiting')).not.toContain(other.certificate.number);
    expect(await numbers('passed')).toContain(other.certificate.number);
  });
});
const VacationCertificateNumbers = v.array(v.object({ number: v.string() }));

describe('a review decision', () => {
  test('to pass allows activation, tells the member the deadline, and is audited', async () => {
    const member = await waitingRedemption();
    advanceClock(2 * secondsPerDay);
    const admin = await newAdmin('admin');
    const answer = v.parse(AdminReview, (await decide(admin, member.certificate, 'pass')).body);
    expect(answer).toMatchObject({ review: 'passed', decidedBy: admin.email, decidedAt: '2026-11-23T10:00:00.000Z', version: 2 });
    expect(await mails(member.id, 'certificate_passed')).toEqual([
      {
        firstName: 'Mem',
        number: member.certificate.number,
        name: '5-7 Night Global Trip',
        activateBy: '2026-12-23T23:59:59.000Z',
        activationLink: member.certificate.activationLink,
      },
    ]);
    expect(
      await row(
        'SELECT admin_id, user_id, before, after FROM audit_log WHERE entity_id = ? AND action = ?',
        member.certificate.number,
        'certificate.pass',
      ),
    ).toEqual({
      admin_id: admin.id,
      user_id: member.id,
      before: '{"review":"waiting"}',
      after: '{"review":"passed","activateBy":"2026-12-23T23:59:59.000Z"}',
    });
    expect((await activateFor(member.client, member.certificate.number, undefined, member.password)).status).toBe(200);
  });

  test('to ask mails the question, stores it and decides nothing', async () => {
    const admin = await newAdmin('admin');
    const member = await waitingRedemption();
    const question = 'Hello!\nWhere did you find them?';
    expect((await decide(admin, member.certificate, 'ask', { question })).status).toBe(200);
    expect(await read(admin, member.certificate)).toMatchObject({
      review: 'waiting',
      question,
      askedAt: '2026-11-21T10:00:00.000Z',
      version: 2,
    });
    expect((await decide(admin, member.certificate, 'ask', { question: 'And when?', version: 2 })).status).toBe(200);
    expect(await mails(member.id, 'certificate_question')).toMatchObject([{ question }, { question: 'And when?' }]);
    expect(
      await row(
        `SELECT count(*) AS n, json_group_array(after ->> 'reviewQuestion') AS asked FROM audit_log WHERE entity_id = ? AND action = 'certificate.ask'`,
        member.certificate.number,
      ),
    ).toEqual({ n: 2, asked: JSON.stringify([question, 'And when?']) });
    expectError(await activate(member, member.certificate), 409, 'first_certificate_in_review');
  });

  test('to refuse cancels the certificate, returns the tokens, states the reason, and needs a super administrator', async () => {
    const [boss, admin] = [await newAdmin(), await newAdmin('admin')];
    const member = await waitingRedemption();
    const reason = 'Five accounts found each other’s cards.';
    expectError(await decide(admin, member.certificate, 'refuse', { reason }), 403, 'super_admin_only');
    expectError(await decide(boss, member.certificate, 'refuse'), 400, 'invalid_input');
    const answer = v.parse(AdminReview, (await decide(boss, member.certificate, 'refuse', { reason })).body);
    expect(answer).toMatchObject({ status: 'cancelled', review: 'refused', reason, decidedBy: boss.email });
    expect(await balanceOf(member.id)).toBe(120);
    expect(
      await row(
        'SELECT t.kind, t.amount FROM token_transactions t JOIN vacation_certificates c ON c.id = t.subject_id WHERE c.number = ? AND t.amount > 0',
        member.certificate.number,
      ),
    ).toEqual({
      kind: tokenKinds.refund.code,
      amount: 120,
    });
    expect(await mails(member.id, 'certificate_refused')).toMatchObject([{ number: member.certificate.number, tokens: '120', reason }]);
    expect(await mails(member.id, 'certificate_cancelled')).toEqual([]);
    expect(await certificatesOf(member)).toMatchObject({ status: 'cancelled', review: 'refused', cancelReason: reason });
    expect(
      await row('SELECT reason FROM audit_log WHERE entity_id = ? AND action = ?', member.certificate.number, 'certificate.refuse'),
    ).toEqual({
      reason,
    });
    expectError(await activate(member, member.certificate), 409, 'certificate_cancelled');
    // After the refusal, the member can immediately redeem another certificate, which is reviewed as well.
    expect((await member.client.post('/api/redeem-certificate', { type: 'global' })).body).toMatchObject({
      certificate: { review: 'waiting' },
    });
  });

  test.each([
    ['pass', {}],
    ['ask', { question: 'Where?' }],
    ['refuse', { reason: 'A farm' }],
  ] as const)('to %s is rejected if someone decided or asked in the meantime', async (verb, body) => {
    const admin = await newAdmin();
    const [decided, asked, trusted] = [await waitingRedemption(), await waitingRedemption(), await newRedeemer(60)];
    await decide(admin, decided.certificate, 'pass');
    await decide(admin, asked.certificate, 'ask', { question: 'Where?' });
    const { certificate } = v.parse(
      RedeemResponse,
      (await trusted.client.post('/api/redeem-certificate', { type: 'regional-short' })).body,
    );
    const before = await everyRow();
    expectError(await decide(admin, decided.certificate, verb, body), 409, 'review_decided');
    expectError(await decide(admin, decided.certificate, verb, { ...body, version: 2 }), 409, 'review_decided');
    expectError(await decide(admin, asked.certificate, verb, body), 409, 'changed_meanwhile');
    expectError(await decide(admin, certificate, verb, body), 409, 'review_decided');
    expectError(await admin.client.post(`${list}/999999/${verb}`, { version: 1, ...body }), 404, 'certificate_not_found');
    expect(await everyRow()).toEqual(before);
  });

  test('is not mailed to a member who asked for deletion', async () => {
    const admin = await newAdmin('admin');
    const member = await waitingRedemption();
    await change('UPDATE users SET deletion_requested_at = 1 WHERE id = ?', member.id);
    expect((await decide(admin, member.certificate, 'pass')).status).toBe(200);
    expect(await mails(member.id, 'certificate_passed')).toEqual([]);
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE action = 'certificate.pass' AND user_id = ?`, member.id)).toEqual({ n: 1 });
  });
});

describe('of concurrent review decisions one happens', () => {
  const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();
  const certificateState = ({ certificate }: Redeemed) =>
    row<{ status: string; review: string }>('SELECT status, review FROM vacation_certificates WHERE id = ?', certificate.id);

  test('when two pass', async () => {
    const admins = [await newAdmin('admin'), await newAdmin('admin'), await newAdmin()];
    const member = await waitingRedemption();
    expect(statuses(await Promise.all(admins.map((admin) => decide(admin, member.certificate, 'pass'))))).toEqual([200, 409, 409]);
    expect(await mails(member.id, 'certificate_passed')).toHaveLength(1);
    expect(await row(`SELECT count(*) AS n FROM audit_log WHERE action = 'certificate.pass' AND user_id = ?`, member.id)).toEqual({ n: 1 });
  });

  test('when one passes and one refuses', async () => {
    const [boss, admin] = [await newAdmin(), await newAdmin('admin')];
    for (let round = 0; round < 5; round += 1) {
      const member = await waitingRedemption();
      const both = [
        () => decide(admin, member.certificate, 'pass'),
        () => decide(boss, member.certificate, 'refuse', { reason: 'A farm' }),
      ];
      expect(statuses(await Promise.all((round % 2 ? both : both.reverse()).map((one) => one())))).toEqual([200, 409]);
      const isPassed = (await certificateState(member))?.review === 'passed';
      expect(await certificateState(member)).toEqual(
        isPassed ? { status: 'active', review: 'passed' } : { status: 'cancelled', review: 'refused' },
      );
      expect(await balanceOf(member.id)).toBe(isPassed ? 0 : 120);
      expect((await mails(member.id, 'certificate_passed')).length + (await mails(member.id, 'certificate_refused')).length).toBe(1);
    }
  });

  test('when the member activates and an administrator refuses', async () => {
    const boss = await newAdmin();
    const member = await waitingRedemption();
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => activate(member, member.certificate)),
      decide(boss, member.certificate, 'refuse', { reason: 'A farm' }),
      ...Array.from({ length: 5 }, () => activate(member, member.certificate)),
    ]);
    expect(statuses(answers)).toEqual([200, ...Array(10).fill(409)]);
    expect(await certificateState(member)).toEqual({ status: 'cancelled', review: 'refused' });
    expect(await balanceOf(member.id)).toBe(120);
  });

  test('when the member activates and the review is reopened', async () => {
    const member = await waitingRedemption();
    await change("UPDATE vacation_certificates SET review = 'passed' WHERE id = ?", member.certificate.id);
    const [answer] = await Promise.all([
      activate(member, member.certificate),
      change("UPDATE vacation_certificates SET review = 'waiting' WHERE id = ? AND status = 'active'", member.certificate.id),
    ]);
    expect(await certificateState(member)).toEqual(
      answer.status === 200 ? { status: 'activated', review: 'passed' } : { status: 'active', review: 'waiting' },
    );
  });
});

describe('a member who begins to owe tokens', () => {
  /** Creates a member whose certificate passed review. The tokens that paid for it came from cards whose payment is then refunded. */
  async function debtor() {
    const member = await directMember({ role: 'basic' });
    await makeTrusted(member.id);
    const bought = await boughtCards(member.id, 2);
    const { client: finder } = await directMember();
    for (const { cardId, code } of bought.cards) await finder.post('/api/scan', { cardId, code });
    await giveTokens(member.id, 58);
    const { certificate } = v.parse(RedeemResponse, (await member.client.post('/api/redeem-certificate', { type: 'regional-short' })).body);
    expect(certificate.review).toBe('passed');
    return { ...member, bought, certificate };
  }
  const reviewOf = ({ id }: VacationCertificate) =>
    row('SELECT review, review_signals AS signals, reviewed_at AS at, version FROM vacation_certificates WHERE id = ?', id);

  test('has their certificate put under review with the reason shown', async () => {
    const member = await debtor();
    await reversePayment(member.bought);
    expect(await reviewOf(member.certificate)).toEqual({ review: 'waiting', signals: '["tokens_owed"]', at: null, version: 2 });
    expectError(await activate(member, member.certificate), 409, 'tokens_owed');
    await giveTokens(member.id, 2);
    await member.client.post('/api/tokens/pay-back');
    expect(expectError(await activate(member, member.certificate), 409, 'first_certificate_in_review').message).toBe(reviewSentences.first);
    const admin = await newAdmin('admin');
    expect((await decide(admin, member.certificate, 'pass', { version: 2 })).status).toBe(200);
    expect((await activate(member, member.certificate)).status).toBe(200);
  });

  test('keeps a certificate that is activated or expired', async () => {
    const [activated, expired] = [await debtor(), await debtor()];
    await activate(activated, activated.certificate);
    await change('UPDATE vacation_certificates SET activate_by = ? WHERE id = ?', Date.now() / 1_000, expired.certificate.id);
    for (const { bought } of [activated, expired]) await reversePayment(bought);
    for (const { certificate } of [activated, expired])
      expect(await reviewOf(certificate)).toMatchObject({ review: 'passed', signals: '[]' });
  });

  test('is put under review again by each new debt, without extra row writes for finds', async () => {
    const member = await debtor();
    const [other, bought] = [await boughtCards(member.id, 1), member.bought];
    const { client: finder } = await directMember();
    for (const { cardId, code } of other.cards) await finder.post('/api/scan', { cardId, code });
    await reversePayment(bought);
    await reversePayment(other);
    expect(await reviewOf(member.certificate)).toMatchObject({ review: 'waiting', signals: '["tokens_owed"]', version: 3 });
    const written: number[] = [];
    for (const { client } of [member, await directMember()]) {
      const { cardId, code } = await newCard();
      const { env: workerEnv, use } = countingDatabase(env as unknown as Env);
      client.workerEnv = workerEnv;
      expect((await client.post('/api/scan', { cardId, code })).body).toMatchObject({ tokensEarned: 1 });
      written.push(use.rowsWritten);
    }
    expect(written[0]).toBe(written[1]);
  });
});

test('tokens that an administrator gave are a signal from a quarter of the price on, and the case shows them', async () => {
  const admin = await newAdmin();
  const redeem = async (given: number) => {
    const { client, id } = await newRedeemer(60 - given);
    await admin.client.post(
      `/api/admin/users/${id}/tokens`,
      { amount: given, reason: 'A prize' },
      { 'Idempotency-Key': `prize-${given}-${id}` },
    );
    const answer = await client.post('/api/redeem-certificate', { type: 'regional-short' });
    return v.parse(RedeemResponse, answer.body).certificate;
  };
  expect(await read(admin, await redeem(14))).toMatchObject({ review: 'passed', signals: [] });
  const waiting = await redeem(15);
  expect(await read(admin, waiting)).toMatchObject({ review: 'waiting', signals: ['gift'] });
  expect((await admin.client.get(`${list}/${waiting.id}/case`)).body).toMatchObject({
    paidWith: { given: 15, other: 45 },
    signals: [{ code: 'gift', sentence: 'Administrators gave 15 of the 60 tokens.' }],
  });
});
