/**
 * GET /api/referrals and GET /api/earnings: a member's referrals and the amount owed to the member. Product rules: Referrals, keys and
 * commissions.
 */
import { expect, test } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import type { Referrals } from '#schema/referrals/referral.ts';
import type { Earnings } from '#schema/site.ts';
import { Client, change, expectError, newMember, type TestMember } from '#tests/worker/support/client.ts';
import { deliverEvents, payingMember } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';

const referralsOf = async ({ client }: TestMember, query = '') => (await client.get<Referrals>(`/api/referrals${query}`)).body;

test('referrals are listed with their earnings and masked addresses', async () => {
  const referrer = await newMember({ role: 'premium' });
  const ref = referrer.user.referralCode;
  const looking = await newMember({ ref, email: 'robin.hood@sherwood.example.org' });
  const { member: bought } = await payingMember('premium', { ref });
  const { member: returned } = await payingMember('basic', { ref, email: 'marian@forest.test' });
  await refundAtStripe(await intentPaidBy(returned));
  await deliverEvents(returned);
  const { people, ...rest } = await referralsOf(referrer);
  expect(rest).toEqual({
    referralCode: ref,
    link: `https://cards.test/auth?ref=${ref}`,
    totals: { joined: 3, became: 2, treasureKeys: 2 },
    news: [],
    nextCursor: null,
  });
  const instant = expect.stringMatching(/^\d{4}-.*Z$/);
  const common = { joinedAt: instant, upgradedAt: instant };
  expect(people).toEqual([
    {
      ...common,
      id: returned.id,
      name: returned.user.username,
      email: 'm•••@f•••.test',
      tier: 'free',
      commission: { amount: 10, status: 'reversed' },
      treasureKeys: 0,
    },
    {
      ...common,
      id: bought.id,
      name: bought.user.username,
      email: 'm•••@e•••.test',
      tier: 'premium',
      commission: { amount: 20, status: 'pending' },
      treasureKeys: 2,
    },
    {
      ...common,
      id: looking.id,
      name: looking.user.username,
      email: 'r•••@s•••.org',
      upgradedAt: null,
      tier: 'free',
      commission: null,
      treasureKeys: 0,
    },
  ]);
  expect(JSON.stringify(people)).not.toMatch(/robin\.hood|sherwood|marian@|forest/);
});

test('referrals are paged without duplicates and without those of other members', async () => {
  const [referrer, other] = [await newMember(), await newMember()];
  const ref = referrer.user.referralCode;
  const brought = [(await payingMember('basic', { ref })).member.id];
  await newMember({ ref: other.user.referralCode });
  for (let person = 1; person < 5; person += 1) {
    brought.unshift((await newMember({ ref })).id);
    await newMember({ ref: other.user.referralCode });
  }
  const totals = { joined: 5, became: 1, treasureKeys: 1 };
  const seen: number[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Referrals = await referralsOf(referrer, `?limit=2${cursor && `&cursor=${cursor}`}`);
    expect(page.totals).toEqual(totals);
    seen.push(...page.people.map(({ id }) => id));
    sizes.push(page.people.length);
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(brought);
  expect(sizes).toEqual([2, 2, 1]);
  for (const limit of [4, 5, 6]) expect((await referralsOf(referrer, `?limit=${limit}`)).totals).toEqual(totals);
  expect((await referralsOf(await newMember())).people).toEqual([]);
});

test('the first of several pages includes the latest upgrades of members on later pages', async () => {
  const [referrer, other] = [await newMember({ role: 'basic' }), await newMember({ role: 'basic' })];
  const ref = referrer.user.referralCode;
  const upgraded: number[] = [];
  for (let person = 0; person < 4; person += 1) upgraded.unshift((await payingMember('basic', { ref })).member.id);
  await payingMember('basic', { ref: other.user.referralCode });
  await newMember({ ref });
  const first = await referralsOf(referrer, '?limit=1');
  expect(first.news.map(({ id }) => id)).toEqual(upgraded.slice(0, 3));
  expect(first.news[0]).toMatchObject({ commission: { amount: 10, status: 'pending' }, tier: 'basic', treasureKeys: 1 });
  expect(first.people[0]).toMatchObject({ upgradedAt: null });
  expect((await referralsOf(referrer, `?limit=1&cursor=${first.nextCursor}`)).news).toEqual([]);
  expect((await referralsOf(referrer)).news).toEqual([]);
});

test('referrals reject a malformed cursor or limit, and signed-out callers', async () => {
  const { client } = await newMember();
  for (const query of ['limit=0', 'limit=201', 'limit=x', 'cursor=-1', 'cursor=x'])
    expectError(await client.get(`/api/referrals?${query}`), 400, 'invalid_input');
  for (const path of ['/api/referrals', '/api/earnings', '/api/referrals/qr'])
    expectError(await new Client().get(path), 401, 'not_signed_in');
});

test('earnings add up: commissions and chests, pending and paid, minus reversals', async () => {
  const referrer = await newMember({ role: 'premium' });
  const ref = referrer.user.referralCode;
  const { member: first } = await payingMember('premium', { ref });
  await change("UPDATE referral_commissions SET status = 'paid', paid_at = 1 WHERE referrer_id = ?", referrer.id);
  const { member: second } = await payingMember('basic', { ref });
  await payingMember('premium', { ref });
  await payingMember('basic', { ref, email: 'third@mailinator.com' });
  for (const member of [first, second]) {
    await refundAtStripe(await intentPaidBy(member));
    await deliverEvents(member);
  }
  for (const [month, cents, status] of [
    ['2026-08', 200, 'paid'],
    ['2026-09', 600, 'pending'],
    ['2026-10', 2_000, 'held'],
  ] as const)
    await change(
      'INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, created_at) VALUES (?, ?, 1, ?, 1, ?, 1)',
      referrer.id,
      month,
      cents,
      status,
    );
  const { summary, commissions, treasureChests } = (await referrer.client.get<Earnings>('/api/earnings')).body;
  // Commissions: $20 paid and then reversed, $10 reversed before payment, $20 pending and $10 held. Chests: $2, $6 and $20.
  expect(summary).toEqual({ commissions: 30, treasureChests: 28, pending: 36, paid: 22, grandTotal: 58 });
  expect(summary.grandTotal).toBe(summary.pending + summary.paid);
  expect(commissions.map(({ amount, status }) => [amount, status])).toEqual([
    [-10, 'reversed'],
    [-20, 'pending'],
    [10, 'held'],
    [20, 'pending'],
    [10, 'reversed'],
    [20, 'paid'],
  ]);
  expect(treasureChests.map(({ amount, status }) => [amount, status])).toEqual([
    [20, 'held'],
    [6, 'pending'],
    [2, 'paid'],
  ]);
  const hasEarnings = async ({ client }: TestMember) => (await client.get<User>('/api/user')).body.hasEarnings;
  const stranger = await newMember();
  expect([await hasEarnings(referrer), await hasEarnings(stranger)]).toEqual([true, false]);
  expect((await stranger.client.get<Earnings>('/api/earnings')).body).toEqual({
    summary: { commissions: 0, treasureChests: 0, pending: 0, paid: 0, grandTotal: 0 },
    commissions: [],
    treasureChests: [],
    openedChestMonth: null,
    surpluses: [],
  });
});

test('earnings list the newest entries and sum all', async () => {
  const member = await newMember({ role: 'premium' });
  const ref = member.user.referralCode;
  await payingMember('premium', { ref });
  const { member: returned } = await payingMember('basic', { ref });
  await refundAtStripe(await intentPaidBy(returned));
  await deliverEvents(returned);
  const chests = 201;
  await change(
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, created_at)
     SELECT ?1, printf('%04d-%02d', 2000 + value / 12, 1 + value % 12), 1, 200, 1, iif(value = 0, 'paid', 'pending'), 1
     FROM json_each(?2)`,
    member.id,
    JSON.stringify(Array.from({ length: chests }, (_, index) => index)),
  );
  const { summary, treasureChests } = (await member.client.get<Earnings>('/api/earnings')).body;
  expect(treasureChests).toHaveLength(200);
  expect(treasureChests.at(-1)?.description).toBe('Bronze chest, February 2000');
  expect(summary).toEqual({ commissions: 20, treasureChests: 402, pending: 420, paid: 2, grandTotal: 422 });
});

test('earnings stay visible after a membership ends, and the page knows that there is something to ask about', async () => {
  const { member: referrer } = await payingMember('premium');
  await payingMember('premium', { ref: referrer.user.referralCode });
  await refundAtStripe(await intentPaidBy(referrer));
  await deliverEvents(referrer);
  expect((await referrer.client.get<User>('/api/user')).body).toMatchObject({ role: 'free', hasEarnings: true });
  expect((await referrer.client.get<Earnings>('/api/earnings')).body).toMatchObject({
    summary: { pending: 20, grandTotal: 20 },
    commissions: [{ amount: 20, status: 'held' }],
  });
});

test('a member who was free when a friend paid has earned only keys, and no money', async () => {
  const referrer = await newMember();
  await payingMember('premium', { ref: referrer.user.referralCode });
  expect((await referrer.client.get<User>('/api/user')).body).toMatchObject({ treasureKeys: 1, hasEarnings: false });
});
