/**
 * A disaster recovery drill. The database is restored to an earlier time, while KV, Stripe and the mailbox stay as they are. The test then
 * follows the steps in docs/operations.md in order.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { User } from '#schema/accounts/user.ts';
import { jobNames, jobSchedules } from '#schema/admin/jobs.ts';
import { certificateTypes } from '#schema/certificates/certificate.ts';
import type { Payee, PayResponse } from '#schema/payouts/admin-payouts.ts';
import { accountErasureAfterSeconds, secondsPerDay } from '#schema/rules.ts';
import type { ReceivedMail } from '#scripts/fakes/mailbox/state.ts';
import { demoAdmin, demoMembers, demoPassword, premiumTokenBalance } from '#scripts/seed/demo-accounts.ts';
import { ownNode, run } from '#scripts/setup/run.mjs';
import { createStripe } from '#scripts/stripe-setup.ts';
import { DrilledCaller, type DrilledMember, leave, register, signIn, signInAdmin } from '#tests/support/database/drilled-caller.ts';
import { DrilledProduct, opsToken } from '#tests/support/database/drilled-product.ts';
import { fakeKeys } from '#tests/support/stripe/stripe-fake.ts';

const now = () => Math.floor(Date.now() / 1_000);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const iso = (at: number) => new Date(at * 1_000).toISOString();
const inAnHour = () => Date.now() + 3_600_000;
const onErasureDay = () => Date.now() + (accountErasureAfterSeconds + secondsPerDay) * 1_000;

let product: DrilledProduct;
beforeAll(async () => {
  product = await DrilledProduct.open();
}, 300_000);
afterAll(() => product.close());

const npmRun = async (script: string, ...args: string[]) => {
  const { code, output } = await run(ownNode, [`scripts/${script}.ts`, '--url', product.origin, ...args], {
    env: { OPS_TOKEN: opsToken },
    output: 'captured',
  });
  expect(code, output).toBe(0);
  return output;
};
const userOf = async ({ caller }: DrilledMember) => (await caller.get<User>('/api/user')).body;
const registeredAt = async ({ id }: DrilledMember) =>
  (await product.row<{ at: number }>('SELECT created_at AS at FROM users WHERE id = ?', id))?.at;
const mails = async () => (await (await fetch(`${product.mailbox.url}/fake/mails`)).json()) as ReceivedMail[];
const premium = demoMembers.find(({ role }) => role === 'premium')?.email ?? '';

const faults = () => `${product.mailbox.url}/fake/faults`;
const mailboxFails = () => fetch(faults(), { method: 'POST', body: JSON.stringify({ match: 'POST /send', status: 500, times: 50 }) });

/** Returns the members whom the administrators' payout queue lists as payable. */
async function listOwed(admin: DrilledCaller): Promise<Payee[]> {
  return (await admin.get<Payee[]>('/api/admin/payouts')).body.filter(({ state }) => state === 'to_pay');
}

let requests = 0;
function pay(admin: DrilledCaller, payee: Payee | undefined, reference: string, more: object = {}) {
  requests += 1;
  const members = [{ id: payee?.id, version: payee?.version }];
  return admin.post<PayResponse & { code?: string }>(
    '/api/admin/payouts/payments',
    { reference, members, ...more },
    { 'Idempotency-Key': `drill-payment-${requests}` },
  );
}

test('after a restore nobody is charged for nothing or paid twice, and erased members stay erased', {
  tags: 'long',
  timeout: 300_000,
}, async () => {
  const stripe = createStripe(fakeKeys.secretKey, product.stripe.url);
  let admin = await signInAdmin(product, demoAdmin.email, demoPassword);

  // Changes made before the backup.
  const buyer = await register(product, 'buyer');
  const refunded = await register(product, 'refunded');
  const leaver = await register(product, 'leaver');
  const signedOut = await register(product, 'signed-out');
  const doubleCustomer = await register(product, 'twice');
  const holder = await signIn(product, premium, demoPassword);
  await refunded.caller.buy('membership', 'basic');
  // Makes the mailbox reject this email so that it is still queued in the backup.
  await mailboxFails();
  await new DrilledCaller(product).post('/api/forgot-password', { email: signedOut.email });
  await expect
    .poll(() => product.row("SELECT 1 FROM outbox WHERE template = 'reset_password' AND last_error IS NOT NULL"), { timeout: 10_000 })
    .not.toBeNull();
  await fetch(faults(), { method: 'DELETE' });
  await product.backUp();
  const backup = now();
  // Ensures that later changes get a later timestamp, since timestamps have a resolution of one second.
  await pause(1_000);

  // Changes made after the backup.
  await buyer.caller.buy('membership', 'basic');
  await buyer.caller.buy('cache-cards', '2');
  await doubleCustomer.caller.buy('membership', 'basic');
  const newcomer = await register(product, 'newcomer');
  await newcomer.caller.buy('membership', 'premium');
  const paidByRefunded = await product.row<{ id: string }>(
    'SELECT stripe_payment_intent_id AS id FROM payments WHERE user_id = ?',
    refunded.id,
  );
  await stripe.refunds.create({ payment_intent: paidByRefunded?.id ?? '' });
  await expect.poll(async () => (await userOf(refunded)).role, { timeout: 8_000 }).toBe('free');
  expect((await holder.caller.post('/api/redeem-certificate', { type: certificateTypes[0] })).status).toBe(200);
  const [payee] = await listOwed(admin);
  expect((await pay(admin, payee, 'PAYPAL-1')).body.paid).toHaveLength(1);
  expect((await leave(leaver)).status).toBe(200);
  expect(await product.fire(jobSchedules['erase-accounts'].cron, onErasureDay())).toBe('ok');
  expect(await product.row('SELECT 1 FROM users WHERE id = ? AND erased_at IS NOT NULL', leaver.id)).not.toBeNull();
  await signedOut.caller.post('/api/logout');
  expect((await signedOut.caller.get('/api/user')).status).toBe(401);
  await product.fire(jobSchedules['deliver-mail'].cron, inAnHour());
  expect((await mails()).some(({ to, subject }) => to === signedOut.email && /password/i.test(subject))).toBe(true);

  await product.restore();
  // After the restore, ended sessions are valid again and deleted members exist again. Purchases made since the backup are missing.
  expect((await signedOut.caller.get('/api/user')).status).toBe(200);
  expect((await userOf(leaver)).email).toBe(leaver.email);
  expect((await userOf(buyer)).role).toBe('free');
  // This member buys before checkouts are closed. The restored database does not contain the member's basic year, so the member pays the
  // full price for premium.
  await doubleCustomer.caller.buy('membership', 'premium');

  const output = await npmRun('restore-after', '--to', iso(backup));
  expect(output).toContain(`Deleting 1 members again who were erased since or are due for erasure: ${leaver.id}.`);
  expect(output).toContain(`member ${payee?.id}: $${((payee?.netCents ?? 0) / 100).toFixed(2)}`);
  for (const member of [signedOut, buyer, leaver, holder]) expect((await member.caller.get('/api/user')).status).toBe(401);
  expect((await admin.get('/api/admin/me')).status).toBe(401);

  // Members who are on the free tier after the restore may have paid, so checkouts stay closed until everything in Stripe has been
  // reconciled.
  const tooEarly = await signIn(product, buyer.email);
  const refusal = await tooEarly.caller.get<{ code: string }>('/api/payment-intent/membership/premium');
  expect([refusal.status, refusal.body.code]).toEqual([503, 'payments_being_checked']);

  const reconciled = await npmRun('stripe-reconcile', '--since', iso(backup - secondsPerDay).slice(0, 10), '--restart');
  for (const name of jobNames) expect(await product.fire(jobSchedules[name].cron), name).toBe('ok');
  await product.fire(jobSchedules['deliver-mail'].cron, inAnHour());

  // Every charged member either has the purchase or has the charge reported to an administrator.
  const newSession = await signIn(product, buyer.email);
  expect((await userOf(newSession)).role).toBe('basic');
  expect((await newSession.caller.get<unknown[]>('/api/cache-cards')).body).toHaveLength(2);
  expect((await userOf(await signIn(product, refunded.email))).role).toBe('free');
  expect((await userOf(await signIn(product, doubleCustomer.email))).role).toBe('premium');
  const paidByTwice = await product.row(
    'SELECT sum(amount_cents) AS paid, sum(refunded_cents) AS refunded, count(*) AS n FROM payments WHERE user_id = ?',
    doubleCustomer.id,
  );
  expect(paidByTwice).toEqual({ paid: 15_000, refunded: 5_000, n: 2 });
  const unknown: string[] = [];
  for (const { id, status } of (await stripe.paymentIntents.list({ limit: 100 })).data) {
    if (status === 'succeeded' && !(await product.row('SELECT 1 FROM payments WHERE stripe_payment_intent_id = ?', id))) unknown.push(id);
  }
  expect(unknown).toHaveLength(1);
  expect(reconciled).toMatch(new RegExp(`undecided in_\\w+: unknown_member.*ordered by member ${newcomer.id}`));

  expect(reconciled).toContain('1 undecided');
  // docs/operations.md, step 3: cancel the subscriptions of lost members and refund their payments.
  const lost = (await stripe.customers.list({ email: newcomer.email })).data[0]?.id ?? '';
  for (const { id } of (await stripe.subscriptions.list({ customer: lost })).data) await stripe.subscriptions.cancel(id);
  for (const { id } of (await stripe.paymentIntents.list({ customer: lost })).data) await stripe.refunds.create({ payment_intent: id });
  expect((await stripe.subscriptions.list({ customer: lost })).data).toEqual([]);
  admin = await signInAdmin(product, demoAdmin.email, demoPassword);
  const pendingEventsSql = 'SELECT count(*) AS n, max(id) AS id FROM stripe_events WHERE applied_at IS NULL';
  await expect.poll(() => product.row<{ n: number }>(pendingEventsSql).then((found) => found?.n)).toBe(1);
  const waiting = await product.row<{ id: string }>(pendingEventsSql);
  expect((await admin.post(`/api/admin/stripe-events/${waiting?.id}/settle`, { reason: 'Canceled and refunded' })).status).toBe(200);
  await product.fire(jobSchedules['reconcile-payments'].cron);
  expect(await product.row(pendingEventsSql)).toMatchObject({ n: 0 });

  // If a deleted member has two Stripe customers, both are erased.
  const otherCustomer = await stripe.customers.create({
    email: doubleCustomer.email,
    metadata: { user_id: String(doubleCustomer.id), user_created_at: String(await registeredAt(doubleCustomer)) },
  });
  expect((await leave(await signIn(product, doubleCustomer.email))).status).toBe(200);
  expect(await product.fire(jobSchedules['erase-accounts'].cron, onErasureDay())).toBe('ok');
  expect((await stripe.customers.list({ email: doubleCustomer.email })).data).toEqual([]);
  expect((await stripe.customers.retrieve(otherCustomer.id)).deleted).toBe(true);

  // Payouts are blocked until they are reconciled. A payout that was already sent is recorded only once.
  const stillOwed = (await listOwed(admin)).find(({ id }) => id === payee?.id);
  expect(stillOwed?.netCents).toBe(payee?.netCents);
  expect((await pay(admin, stillOwed, 'PAYPAL-2')).body.code).toBe('payouts_to_compare');
  expect((await pay(admin, stillOwed, 'PAYPAL-1', { wasSentBefore: true })).body.paid).toHaveLength(1);
  expect(await npmRun('restore-after', '--payouts-compared')).toContain('Payouts resumed');
  expect((await listOwed(admin)).some(({ id }) => id === payee?.id)).toBe(false);
  expect((await pay(admin, stillOwed, 'PAYPAL-3')).body.paid).toEqual([]);
  expect((await pay(admin, stillOwed, 'PAYPAL-3', { wasSentBefore: true })).body.code).toBe('payouts_compared');

  // Erased members stay erased. Token balances are unchanged, so tokens cannot be spent twice.
  expect(await product.row('SELECT 1 FROM users WHERE id = ? AND erased_at IS NOT NULL', leaver.id)).not.toBeNull();
  const holderAgain = await signIn(product, premium, demoPassword);
  expect((await userOf(holderAgain)).tokenBalance).toBe(premiumTokenBalance);

  // A second run of `restore-after` changes nothing and does not end newer sessions.
  const secondOutput = await npmRun('restore-after', '--to', iso(backup));
  expect(secondOutput).toContain('Invalidated 0 sessions');
  expect(secondOutput).toContain('Deleting 0 members again');
  expect((await userOf(newSession)).role).toBe('basic');
  expect((await pay(admin, stillOwed, 'PAYPAL-4')).body.paid).toEqual([]);

  const handedOver = new Map<string, number>();
  for (const { to, subject, deliveries } of await mails()) {
    const about = `${to}: ${subject}`;
    handedOver.set(about, (handedOver.get(about) ?? 0) + deliveries);
  }
  expect([...handedOver].filter(([, times]) => times > 2)).toEqual([]);
  expect(Math.max(...handedOver.values())).toBe(2);
});
