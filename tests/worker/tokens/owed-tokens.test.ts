/** Tokens that are already spent when a refund would reverse them become a debt. Tests how the debt is displayed and settled. */

import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AdminUserDetails } from '#schema/accounts/admin-user-details.ts';
import type { AdminUser } from '#schema/accounts/admin-users.ts';
import type { User } from '#schema/accounts/user.ts';
import type { RedeemResponse } from '#schema/certificates/certificate.ts';
import type { TokenTotals } from '#schema/tokens/admin-tokens.ts';
import { tokenKinds } from '#schema/tokens/ledger-kinds.ts';
import type { RepayResponse, TokenHistory } from '#schema/tokens/token.ts';
import { owedRow, tokenRow } from '#tests/support/tokens/ledger-rows.ts';
import { type DirectMember, directMember } from '#tests/worker/support/accounts/direct-member.ts';
import { newAdmin, type TestAdmin } from '#tests/worker/support/admin/administrators.ts';
import { type BoughtCards, boughtCards, owedBy, restorePayment, reversePayment } from '#tests/worker/support/cards/bought-cards.ts';
import { giveTokens, passReview, verifyEmail } from '#tests/worker/support/certificates/redeemer.ts';
import { activate as activateCertificate } from '#tests/worker/support/certificates/stays.ts';
import { balanceOf, change, everyRow, expectError, newMember, row, type TestMember } from '#tests/worker/support/client.ts';
import { day, deliverEvents, passTime } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { closeDispute, disputeAtStripe, intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, testCards } from '#tests/worker/support/memberships/payments.ts';

let boss: TestAdmin;
beforeAll(async () => {
  boss = await newAdmin();
});
afterEach(() => {
  vi.useRealTimers();
});

const redeem = (member: { client: DirectMember['client'] }, type = 'regional-short') =>
  member.client.post<RedeemResponse>('/api/redeem-certificate', { type });
const payBack = ({ client }: Pick<DirectMember, 'client'>) => client.post<RepayResponse>('/api/tokens/pay-back');
const forgive = (userId: number, body: object, admin = boss) =>
  admin.client.post<AdminUserDetails>(`/api/admin/users/${userId}/owed-tokens/forgive`, body);
const userOf = async ({ client }: Pick<DirectMember, 'client'>) => (await client.get<User>('/api/user')).body;
const standingOf = async ({ id }: { id: number }) => [await balanceOf(id), await owedBy(id)];

/** Scans each card with a new member, which earns the owner one token per find. */
async function findAll({ cards }: BoughtCards, times = 1): Promise<void> {
  for (let finds = 0; finds < times; finds += 1) {
    const { client } = await directMember();
    for (const { cardId, code } of cards) expect((await client.post('/api/scan', { cardId, code })).body.tokensEarned).toBe(1);
  }
}

/**
 * Creates a member who earned 4 tokens with cards and spent 60 of 62 on a certificate. The cards are then refunded: 2 tokens are reversed
 * and 2 are owed.
 */
async function debtor() {
  const member = await directMember({ role: 'basic' });
  await verifyEmail(member.id);
  const bought = await boughtCards(member.id, 2);
  await findAll(bought, 2);
  await giveTokens(member.id, 58);
  const { certificate } = (await redeem(member)).body;
  await reversePayment(bought);
  return { ...member, bought, certificate };
}

describe('a refund of cards', () => {
  test('reverses their earnings up to the balance, and the rest is owed', async () => {
    const member = await directMember({ role: 'basic' });
    const bought = await boughtCards(member.id, 2);
    await findAll(bought, 3);
    await change(tokenRow('adjustment', { user: member.id, amount: -4 }));
    await reversePayment(bought);
    expect(await standingOf(member)).toEqual([0, 4]);
    expect(await userOf(member)).toMatchObject({ tokenBalance: 0, owedTokens: 4, notice: 'tokens_owed' });
    const { body } = await member.client.get<TokenHistory>('/api/tokens');
    expect(body).toMatchObject({
      balance: 0,
      owed: 4,
      transactions: [{ amount: -2, type: 'reversal' }, { amount: -4 }, {}, {}, {}, {}, {}, {}],
    });
  });

  test('leaves nothing owed if the balance suffices', async () => {
    const member = await directMember({ role: 'basic' });
    const bought = await boughtCards(member.id);
    await findAll(bought, 3);
    await reversePayment(bought);
    expect(await standingOf(member)).toEqual([0, 0]);
  });

  test('applied twice reverses and owes once', async () => {
    const { bought, ...member } = await debtor();
    await reversePayment(bought);
    expect(await standingOf(member)).toEqual([0, 2]);
  });

  test('after an earlier one that failed is computed again', async () => {
    const { bought, ...member } = await debtor();
    await restorePayment(bought);
    expect(await standingOf(member)).toEqual([2, 0]);
    await giveTokens(member.id, 1);
    await reversePayment(bought);
    expect(await standingOf(member)).toEqual([0, 1]);
    await restorePayment(bought);
    expect(await standingOf(member)).toEqual([3, 0]);
  });

  test('that fails returns tokens that were paid back since', async () => {
    const { bought, ...member } = await debtor();
    await giveTokens(member.id, 10);
    expect((await payBack(member)).body).toEqual({ paidBack: 2, tokenBalance: 8, owedTokens: 0 });
    await restorePayment(bought);
    expect(await standingOf(member)).toEqual([12, 0]);
  });

  test('made at Stripe is undone when it fails at the bank', { tags: 'long' }, async () => {
    const owner = await newMember({ role: 'basic' });
    const { cards } = await buy(owner.client, 'cache-cards', '2', testCards.refundFails);
    await earnAndSpend(
      owner,
      cards.map(({ cardId }) => cardId),
    );
    await refundAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expect(await standingOf(owner)).toEqual([0, 2]);
    await passTime(owner, 8 * day);
    await deliverEvents(owner);
    expect(await standingOf(owner)).toEqual([0, 0]);
    expect((await owner.client.get('/api/cache-cards')).body).toHaveLength(2);
  });

  test('by a lost dispute has the same effect', { tags: 'long' }, async () => {
    const owner = await newMember({ role: 'basic' });
    const { cards } = await buy(owner.client, 'cache-cards', '2');
    await earnAndSpend(
      owner,
      cards.map(({ cardId }) => cardId),
    );
    const dispute = await disputeAtStripe(await intentPaidBy(owner));
    await deliverEvents(owner);
    expect(await standingOf(owner)).toEqual([0, 0]);
    await closeDispute(dispute, 'lost');
    await deliverEvents(owner);
    await deliverEvents(owner);
    expect(await standingOf(owner)).toEqual([0, 2]);
  });

  async function earnAndSpend(owner: TestMember, cardIds: string[]): Promise<void> {
    const { client } = await directMember();
    for (const cardId of cardIds) await client.post('/api/scan', { cardId });
    await giveTokens(owner.id, 58);
    await verifyEmail(owner.id);
    expect((await redeem(owner)).status).toBe(200);
    expect(await balanceOf(owner.id)).toBe(0);
  }
});

describe('redeeming while tokens are owed', () => {
  const redeemerWith = async (tokens: number, owed: number) => {
    const member = await directMember({ role: 'basic' });
    await verifyEmail(member.id);
    const bought = await boughtCards(member.id);
    await findAll(bought, owed);
    await change(tokenRow('adjustment', { user: member.id, amount: -owed }));
    await reversePayment(bought);
    await giveTokens(member.id, tokens);
    expect(await standingOf(member)).toEqual([tokens, owed]);
    return member;
  };

  test('counts the balance minus the owed tokens', async () => {
    const member = await redeemerWith(62, 3);
    expect(expectError(await redeem(member), 400, 'too_few_tokens').message).toBe('Need 1 more');
    await giveTokens(member.id, 1);
    expect((await redeem(member)).status).toBe(200);
    expect(await standingOf(member)).toEqual([3, 3]);
  });

  test('is rejected by the database itself', async () => {
    const member = await redeemerWith(62, 3);
    const before = await everyRow();
    await expect(change(tokenRow('redemption', { user: member.id, amount: -60 }))).rejects.toThrow('redemption_leaves_what_is_owed');
    expect(await everyRow()).toEqual(before);
  });

  test('50 times concurrently with a refund never exceeds the tokens that exist', async () => {
    const member = await directMember({ role: 'basic' });
    await verifyEmail(member.id);
    const bought = await boughtCards(member.id, 3);
    await findAll(bought, 2);
    await giveTokens(member.id, 57);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 50 }, () => redeem(member))),
      ...Array.from({ length: 3 }, () => reversePayment(bought)),
    ]);
    const redeemed = answers.filter(({ status }) => status === 200).length;
    const [balance, owed] = await standingOf(member);
    const sums = await row<{ taken: number }>(
      `SELECT coalesce(-sum(amount), 0) AS taken FROM token_transactions WHERE user_id = ? AND kind = ${tokenKinds.order_reversal.code}`,
      member.id,
    );
    // The refund and the redemption may run in either order, but they cannot both take the same tokens.
    expect((sums?.taken ?? 0) + (owed ?? 0)).toBe(6);
    expect(balance).toBe(63 - 60 * redeemed - (sums?.taken ?? 0));
    expect(redeemed === 1 ? owed : redeemed).toBe(redeemed === 1 ? 3 : 0);
  });
});

describe('activating a certificate while tokens are owed', () => {
  const activate = (member: DirectMember, number: string) => activateCertificate(member.client, number);

  test('is rejected with the amount and the way to settle it', async () => {
    const { certificate, ...member } = await debtor();
    const before = await everyRow();
    const refusal = expectError(await activate(member, certificate.number), 409, 'tokens_owed');
    expect(refusal.message).toContain('You owe 2 Treasure Tokens');
    expect(refusal.message).toContain('Token history');
    expect(await everyRow()).toEqual(before);
    await giveTokens(member.id, 2);
    expectError(await activate(member, certificate.number), 409, 'tokens_owed');
    await payBack(member);
    expectError(await activate(member, certificate.number), 409, 'first_certificate_in_review');
    await passReview(certificate.number);
    expect((await activate(member, certificate.number)).body).toMatchObject({ status: 'activated' });
  });

  test('is rejected in all concurrent calls that race with a refund', async () => {
    const member = await directMember({ role: 'basic' });
    await verifyEmail(member.id);
    const bought = await boughtCards(member.id);
    await findAll(bought, 2);
    await giveTokens(member.id, 58);
    const { certificate } = (await redeem(member)).body;
    await passReview(certificate.number);
    await Promise.all([reversePayment(bought), ...Array.from({ length: 20 }, () => activate(member, certificate.number))]);
    const stored = await row<{ status: string; at: number | null }>(
      'SELECT status, activated_at AS at FROM vacation_certificates WHERE number = ?',
      certificate.number,
    );
    expect(await standingOf(member)).toEqual([0, 2]);
    expectError(await activate(member, certificate.number), 409, stored?.status === 'activated' ? 'certificate_activated' : 'tokens_owed');
  });

  test('is rejected as canceled or expired first', async () => {
    const { certificate, ...member } = await debtor();
    await change("UPDATE vacation_certificates SET status = 'expired', review = 'passed' WHERE number = ?", certificate.number);
    expectError(await activate(member, certificate.number), 409, 'certificate_expired');
  });
});

describe('paying back owed tokens', () => {
  test('takes them from the balance once and appears in the history', async () => {
    const member = await debtor();
    await giveTokens(member.id, 5);
    const answers = await Promise.all(Array.from({ length: 10 }, () => payBack(member)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.reduce((sum, { body }) => sum + body.paidBack, 0)).toBe(2);
    expect(await standingOf(member)).toEqual([3, 0]);
    const { body } = await member.client.get<TokenHistory>('/api/tokens');
    expect(body.transactions[0]).toMatchObject({ amount: -2, type: 'reversal', description: 'Owed tokens paid' });
  });

  test('settles the oldest debts first, up to the balance, and nothing without one', async () => {
    const member = await debtor();
    await change("UPDATE users SET role = 'basic' WHERE id = ?", member.id);
    const more = await boughtCards(member.id);
    await findAll(more, 3);
    expect(await standingOf(member)).toEqual([3, 2]);
    await change(tokenRow('adjustment', { user: member.id, amount: -3 }));
    await reversePayment(more);
    expect(await standingOf(member)).toEqual([0, 5]);
    await giveTokens(member.id, 3);
    expect(await standingOf(member)).toEqual([3, 5]);
    expect((await payBack(member)).body).toEqual({ paidBack: 3, tokenBalance: 0, owedTokens: 2 });
    const open = await row(
      `SELECT group_concat(owed) AS owed FROM (SELECT sum(amount) AS owed FROM owed_token_events WHERE user_id = ? GROUP BY subject_id ORDER BY min(id))`,
      member.id,
    );
    expect(open).toEqual({ owed: '0,2' });
    expect((await payBack(member)).body).toEqual({ paidBack: 0, tokenBalance: 0, owedTokens: 2 });
  });

  test('does nothing without a debt', async () => {
    const member = await directMember();
    await giveTokens(member.id, 5);
    expect((await payBack(member)).body).toEqual({ paidBack: 0, tokenBalance: 5, owedTokens: 0 });
  });
});

describe('administrators', () => {
  test('see what a member owes in details, list, filter and sums', async () => {
    const before = (await boss.client.get<TokenTotals>('/api/admin/tokens/totals')).body.owed;
    const member = await debtor();
    expect((await boss.client.get<AdminUserDetails>(`/api/admin/users/${member.id}`)).body.profile.owedTokens).toBe(2);
    const owing = (await boss.client.get<AdminUser[]>('/api/admin/users?state=owing&limit=200')).body;
    expect(owing.find(({ id }) => id === member.id)).toMatchObject({ owedTokens: 2 });
    expect(owing.every(({ owedTokens }) => owedTokens > 0)).toBe(true);
    expect((await boss.client.get<TokenTotals>('/api/admin/tokens/totals')).body.owed).toBe(before + 2);
  });

  test('with the super role can forgive all or part of it, with a recorded reason', async () => {
    const member = await debtor();
    expect((await forgive(member.id, { amount: 1, owedTokens: 2, reason: 'Our mistake' })).body.profile.owedTokens).toBe(1);
    expect(await standingOf(member)).toEqual([0, 1]);
    expect(
      await row("SELECT admin_id, before, after, reason FROM audit_log WHERE action = 'tokens.forgive' AND user_id = ?", member.id),
    ).toEqual({ admin_id: boss.id, before: '{"owedTokens":2}', after: '{"owedTokens":1}', reason: 'Our mistake' });
    expectError(await forgive(member.id, { amount: 1, owedTokens: 1, reason: 'x' }, await newAdmin('admin')), 403, 'super_admin_only');
    expect((await forgive(member.id, { amount: 1, owedTokens: 1, reason: 'The rest' })).status).toBe(200);
    expect(await standingOf(member)).toEqual([0, 0]);
  });

  test('can forgive only the amount they saw, once, even concurrently', async () => {
    const member = await debtor();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => forgive(member.id, { amount: 1, owedTokens: 2, reason: 'Our mistake' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await standingOf(member)).toEqual([0, 1]);
    expect(await row("SELECT count(*) AS n FROM audit_log WHERE action = 'tokens.forgive' AND user_id = ?", member.id)).toEqual({ n: 1 });
  });

  test.each([
    [{ amount: 3, owedTokens: 2, reason: 'Too many' }, { amount: 'The member does not owe that many tokens' }],
    [{ amount: 0, owedTokens: 2, reason: 'None' }, { amount: 'Please enter at least 1' }],
    [{ amount: 1.5, owedTokens: 2, reason: 'Half' }, { amount: 'Please enter a whole number of tokens' }],
    [{ amount: 1, owedTokens: 2, reason: ' ' }, { reason: 'Please enter a reason' }],
  ])('get a field error for %j', async (body, fields) => {
    const member = await directMember();
    expect(expectError(await forgive(member.id, body), 400, 'invalid_input').fields).toEqual(fields);
  });

  test('cannot forgive an unknown member', async () => {
    expectError(await forgive(999_999, { amount: 1, owedTokens: 1, reason: 'Nobody' }), 404, 'member_not_found');
  });

  test('forgive for good: a failed refund does not return it, and a repeated refund does not ask for it', async () => {
    const { bought, ...member } = await debtor();
    await forgive(member.id, { amount: 1, owedTokens: 2, reason: 'Our mistake' });
    await reversePayment(bought);
    expect(await standingOf(member)).toEqual([0, 1]);
    await restorePayment(bought);
    expect(await standingOf(member)).toEqual([2, 0]);
    await reversePayment(bought);
    expect(await standingOf(member)).toEqual([0, 1]);
  });
});

describe('the record of owed tokens', () => {
  beforeEach(() => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
  });

  test('is append-only and never below zero', async () => {
    const member = await debtor();
    await expect(change('UPDATE owed_token_events SET amount = 1 WHERE user_id = ?', member.id)).rejects.toThrow('append-only');
    await expect(change('DELETE FROM owed_token_events WHERE user_id = ?', member.id)).rejects.toThrow('append-only');
    await expect(change(owedRow('forgiveness', { user: member.id, amount: -3, subject: 1 }))).rejects.toThrow(
      'users_owed_tokens_never_negative',
    );
    expect(await owedBy(member.id)).toBe(2);
  });

  test('starts empty for a new member', async () => {
    await expect(
      env.DB.prepare(
        `INSERT INTO users (email, email_key, password_hash, referral_code, owed_tokens, created_at) VALUES ('o@x.test', 'o@x.test', '!', 'OWED', 5, 1)`,
      ).run(),
    ).rejects.toThrow('a new member has no tokens');
  });

  test('is part of the data download', async () => {
    const member = await debtor();
    const { body } = await member.client.get<{ profile: object; owedTokens: object[] }>('/api/my-data');
    expect(body.profile).toMatchObject({ owedTokens: 2 });
    expect(body.owedTokens).toMatchObject([{ amount: 2, kind: 'reversal', relatedEntityType: 'order' }]);
  });
});
