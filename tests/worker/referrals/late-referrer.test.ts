/**
 * A referral pays according to the tier that the referrer had when the friend paid, even if Stripe reports the friend's payment before the
 * referrer's own. Product rules: Referrals, keys and commissions.
 */
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { newMember, row } from '#tests/worker/support/client.ts';
import { day, deliverEvents, memberEvents, passTime, runJob } from '#tests/worker/support/memberships/member-at-stripe.ts';
import { intentPaidBy, refundAtStripe } from '#tests/worker/support/memberships/money-back.ts';
import { buy, confirmAtStripe, openCheckout, signPayload, testCards } from '#tests/worker/support/memberships/payments.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { applyEvent } from '#worker/flows/memberships/apply-event.ts';
import { paymentDeps } from '#worker/flows/memberships/deps.ts';
import { createStore } from '#worker/store/store.ts';

afterEach(() => {
  vi.useRealTimers();
});

const earnedBy = (id: number) =>
  row(
    `SELECT (SELECT coalesce(sum(amount_cents), 0) FROM referral_commissions WHERE referrer_id = u.id AND status <> 'reversed') AS cents,
       treasure_keys AS keys FROM users u WHERE id = ?`,
    id,
  );

test('the referrer’s own payment, learned of last, raises an earlier commission', { tags: 'long' }, async () => {
  const referrer = await newMember();
  const { clientSecret } = await openCheckout(referrer.client, 'membership', 'premium');
  await confirmAtStripe(clientSecret);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  const friend = await newMember({ ref: referrer.user.referralCode });
  await buy(friend.client, 'membership', 'premium', '5555555555554444');
  expect(await earnedBy(referrer.id)).toEqual({ cents: 0, keys: 1 });
  await deliverEvents(referrer);
  expect(await earnedBy(referrer.id)).toEqual({ cents: 2_000, keys: 2 });
});

test('the job recomputes commissions if the Worker stopped after it stored the referrer’s payment', async () => {
  const referrer = await newMember();
  const { clientSecret } = await openCheckout(referrer.client, 'membership', 'premium');
  await confirmAtStripe(clientSecret);
  const friend = await newMember({ ref: referrer.user.referralCode });
  await buy(friend.client, 'membership', 'premium', '5555555555554444');
  const config = await readConfig(env as unknown as Env);
  const deps = await paymentDeps(config, createStore(env as unknown as Env), Math.floor(Date.now() / 1_000));
  for (const event of await memberEvents(referrer)) {
    const body = JSON.stringify(event);
    const verified = await deps.provider.verify(body, await signPayload(body));
    if (verified !== 'bad_signature' && verified.hint) await applyEvent(deps, verified.hint);
  }
  const due = () => row('SELECT next_check_at <= unixepoch() AS isDue FROM subscriptions WHERE user_id = ?', friend.id);
  expect(await earnedBy(referrer.id)).toEqual({ cents: 0, keys: 1 });
  expect(await due()).toEqual({ isDue: 1 });
  await runJob();
  expect(await earnedBy(referrer.id)).toEqual({ cents: 2_000, keys: 2 });
  expect(await due()).toEqual({ isDue: 0 });
});

test('a reversed commission is owed again when the refund fails', async () => {
  const referrer = await newMember({ role: 'premium' });
  const friend = await newMember({ ref: referrer.user.referralCode });
  await buy(friend.client, 'membership', 'basic', testCards.refundFails);
  expect(await earnedBy(referrer.id)).toEqual({ cents: 1_000, keys: 2 });
  await refundAtStripe(await intentPaidBy(friend));
  await deliverEvents(friend);
  expect(await earnedBy(referrer.id)).toEqual({ cents: 0, keys: 0 });
  await passTime(friend, 8 * day);
  await deliverEvents(friend);
  expect(await earnedBy(referrer.id)).toEqual({ cents: 1_000, keys: 2 });
  const before = await row('SELECT version FROM users WHERE id = ?', friend.id);
  await deliverEvents(friend);
  expect(await row('SELECT version FROM users WHERE id = ?', friend.id)).toEqual(before);
});
