/** `npm run clock` moves the product's clock and resets it. Both restart the product. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import type { User } from '#schema/accounts/user.ts';
import { VacationCertificates } from '#schema/certificates/certificate.ts';
import { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { DisputeList, DisputePage, Evidence } from '#schema/disputes/dispute.ts';
import { AdminOrderPage } from '#schema/orders/admin-orders.ts';
import { SiteConfig } from '#schema/site.ts';
import type { ReceivedMail } from '#scripts/fakes/mailbox/state.ts';
import { type AdminCaller, adminCaller } from '#tests/support/admin/admin.ts';
import { addSession, demoCaller, newCaller, type SignedInCaller } from '#tests/support/browser/callers.ts';
import { expect, test } from '#tests/support/browser/quiet-console.ts';
import { newHolder } from '#tests/support/certificates/certificate-holder.ts';
import { buy } from '#tests/support/orders/pay-with-card.ts';
import { npmRunClock, stateUnderTest } from '#tests/support/project/clock.ts';

const failsAtTheRenewal = '4000000000000341';
const refundFails = '4000000000005126';
const isDisputed = '4000000000000259';

const read = async ({ api }: SignedInCaller, path: string): Promise<unknown> => (await api.get(path)).json();
const userOf = async (caller: SignedInCaller) => (await read(caller, '/api/user')) as User;
const chestsOf = async (caller: SignedInCaller) => v.parse(TreasureChests, await read(caller, '/api/treasure-chests'));
const statusOf = async (holder: SignedInCaller) =>
  v.parse(VacationCertificates, await read(holder, '/api/vacation-certificates'))[0]?.status;
const subjectsTo = async ({ api, user }: SignedInCaller) => {
  const mails = (await (await api.get(`/dev/mailbox/fake/mails?to=${user.email}`)).json()) as ReceivedMail[];
  return mails.map(({ subject }) => subject).reverse();
};
/** Returns the last month for which at least one Treasure Key and one Community Key are still valid. */
const lastChestMonth = ({ expiries }: TreasureChests) => {
  const last = (kind: 'treasureKeys' | 'communityKeys') => expiries.findLast((expiry) => expiry[kind] > 0)?.countsThrough ?? '';
  return [last('treasureKeys'), last('communityKeys')].sort()[0] ?? '';
};

/** Refunds the member's order in full. In this scenario, the bank returns the money to us days later. */
async function refundOrder({ api }: AdminCaller, orderId: number): Promise<void> {
  const order = v.parse(AdminOrderPage, await (await api.get(`/api/admin/orders/${orderId}`)).json());
  const [payment] = order.payments;
  const data = { paymentId: payment?.id, amount: payment?.refundable, refunded: 0, reason: 'requested_by_customer', note: 'They asked' };
  expect((await api.post(`/api/admin/orders/${orderId}/refunds`, { data })).status()).toBe(200);
}

/** Responds to the member's dispute with evidence that makes the bank decide in our favor, as in Stripe's test mode. */
async function winDispute({ api }: AdminCaller, member: SignedInCaller): Promise<number> {
  const findDispute = async () =>
    v.parse(DisputeList, await (await api.get(`/api/admin/disputes?q=${encodeURIComponent(member.user.email)}`)).json())[0];
  await expect.poll(findDispute).toMatchObject({ state: 'needs_response', amount: 5_000 });
  const id = (await findDispute())?.id ?? 0;
  const { version } = v.parse(DisputePage, await (await api.get(`/api/admin/disputes/${id}`)).json());
  const evidence = v.parse(Evidence, await (await api.get(`/api/admin/disputes/${id}/evidence`)).json());
  const data = { version, evidence: { ...evidence, uncategorized_text: 'winning_evidence' } };
  expect((await api.post(`/api/admin/disputes/${id}/evidence`, { data })).status()).toBe(200);
  return id;
}

async function showDashboard(page: Page, caller: SignedInCaller): Promise<void> {
  await addSession(page, caller);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

async function reset(page: Page, state: string): Promise<void> {
  // Leaves the dashboard first because its requests would fail while the product restarts.
  await page.goto('/robots.txt');
  await npmRunClock(state, 'reset');
}

test('a month by the clock expires a certificate and opens a chest; a reset restores everything', { tag: '@long' }, async ({ page }) => {
  test.setTimeout(300_000);
  const state = await stateUnderTest();
  const [holder, premium] = await Promise.all([newHolder(), demoCaller('premium')]);
  const before = await chestsOf(premium);

  try {
    expect(await npmRunClock(state, '+32days')).toMatch(/Certificate VC-\S+ of \S+ expired/);
    expect(await statusOf(holder)).toBe('expired');
    expect((await subjectsTo(holder)).filter((subject) => /left to activate/.test(subject))).toEqual([
      '7 days left to activate your certificate',
      '2 days left to activate your certificate',
    ]);
    expect((await chestsOf(premium)).payouts.map(({ month }) => month)).toContain(before.projection?.month);
    await showDashboard(page, holder);
    await expect(page.getByText('The clock was moved to')).toBeVisible();
  } finally {
    await reset(page, state);
  }

  expect(await chestsOf(premium)).toEqual(before);
  expect(await statusOf(holder)).toBe('active');
});

test('a year by the clock renews one membership, ends another, restores one whose refund failed, keeps a disputed one, opens chests and expires a certificate; a reset restores everything', {
  tag: '@long',
}, async ({ page }) => {
  test.setTimeout(600_000);
  const state = await stateUnderTest();
  const [renewing, failing, holder, premium] = await Promise.all([newCaller(), newCaller(), newHolder(), demoCaller('premium')]);
  const [returned, disputing, admin] = await Promise.all([newCaller(), newCaller(), adminCaller()]);
  await buy(renewing.api, 'membership', 'basic', { card: '5555555555554444' });
  await buy(failing.api, 'membership', 'basic', { card: failsAtTheRenewal });
  const returnedOrder = await buy(returned.api, 'membership', 'basic', { card: refundFails });
  await refundOrder(admin, returnedOrder);
  await buy(disputing.api, 'membership', 'basic', { card: isDisputed });
  const dispute = await winDispute(admin, disputing);
  await disputing.api.post('/api/membership/cancel');
  const before = { renewing: await userOf(renewing), failing: await userOf(failing), chests: await chestsOf(premium) };
  const thisMonth = before.chests.projection?.month ?? '';

  try {
    const firstDays = await npmRunClock(state, '+32days');
    expect(firstDays).toMatch(/Certificate VC-\S+ of \S+ expired/);
    expect((await userOf(returned)).role).toBe('basic');
    expect(await (await admin.api.get(`/api/admin/orders/${returnedOrder}`)).json()).toMatchObject({
      status: 'paid',
      refunded: 0,
      payments: [{ amount: 5_000, refunded: 0, owed: 0, status: 'paid' }],
      refunds: [{ amount: 5_000, state: 'failed' }],
    });
    expect(await (await admin.api.get(`/api/admin/disputes/${dispute}`)).json()).toMatchObject({
      state: 'won',
      answer: { kind: 'evidence', state: 'made', evidence: { uncategorized_text: 'winning_evidence' } },
    });
    // No event in this period depends on the exact day, so the jobs run only every fifteen days. This also tests that they catch up on
    // missed work.
    await npmRunClock(state, '+330days', '--every', '15days');
    const firstDaysOfGrace = await npmRunClock(state, '+5days');
    await showDashboard(page, failing);
    const banner = page.getByRole('region', { name: 'Important for your account' });
    await expect(banner).toContainText(/Your renewal payment failed\. Pay \$50 by \w+ \d+, \d{4} to stay a Basic member\./);
    await banner.getByRole('link', { name: 'Update card' }).click();
    await expect(page.getByRole('dialog', { name: 'Change your card' }).getByLabel('Card number')).toBeVisible();
    await page.goto('/robots.txt');
    const days = firstDaysOfGrace + (await npmRunClock(state, '+7days'));
    expect(days).toContain(`Renewal: ${renewing.user.email} paid $50.00`);
    expect(days).toContain(`Renewal: the card of ${failing.user.email} was declined for $50.00`);
    expect(days).toContain(`Email to ${failing.user.email}: Your membership has ended`);

    // Members stay signed in when the clock moves: their sessions from before still work.
    const renewed = await userOf(renewing);
    expect(renewed.role).toBe('basic');
    expect(renewed.membershipExpiresAt?.slice(0, 4)).toBe(String(Number(before.renewing.membershipExpiresAt?.slice(0, 4)) + 1));
    const notice = expect.stringMatching(/^Your membership renews on /);
    expect((await subjectsTo(renewing)).slice(1)).toEqual(['Your membership is active', notice, 'Your membership was renewed']);
    expect((await userOf(failing)).role).toBe('free');
    expect((await subjectsTo(failing)).slice(2)).toEqual([
      notice,
      'We couldn’t renew your membership',
      'Your membership ends soon',
      'Your membership has ended',
    ]);
    expect((await userOf(returned)).role).toBe('free');
    expect((await subjectsTo(returned)).slice(1)).toEqual([
      'Your membership is active',
      'We refunded $50.00',
      'Your membership has ended',
      'Your refund of $50.00 failed',
      'Your membership has ended',
    ]);
    expect((await userOf(disputing)).role).toBe('free');
    expect((await subjectsTo(disputing)).slice(1)).toEqual([
      'Your membership is active',
      'Your bank opened a dispute about a payment',
      'Your dispute is closed: the payment was valid',
      'You canceled your membership',
      'Your membership has ended',
    ]);
    expect(await statusOf(holder)).toBe('expired');
    expect((await subjectsTo(holder)).filter((subject) => /left to activate/.test(subject))).toEqual([
      '7 days left to activate your certificate',
      '2 days left to activate your certificate',
    ]);
    const opened = (await chestsOf(premium)).payouts.filter(({ month }) => month >= thisMonth);
    expect(opened.length).toBeGreaterThan(2);
    expect(opened.every(({ amount }) => amount === 2)).toBe(true);
    expect(opened.at(-1)?.month).toBe(thisMonth);
    expect(opened[0]?.month).toBe(lastChestMonth(before.chests));

    await showDashboard(page, renewing);
    await expect(page.getByText('The clock was moved to')).toContainText(String(new Date().getUTCFullYear() + 1));
  } finally {
    await reset(page, state);
  }

  expect(await userOf(renewing)).toEqual(before.renewing);
  expect(await userOf(failing)).toEqual(before.failing);
  expect(await chestsOf(premium)).toEqual(before.chests);
  expect(await statusOf(holder)).toBe('active');
  expect(v.parse(SiteConfig, await read(renewing, '/api/config')).clockOffsetSeconds).toBeUndefined();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('The clock was moved to')).toBeHidden();
});
