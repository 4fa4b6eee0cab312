import type { D1Database } from '@cloudflare/workers-types';
import type { PaidTier } from '#schema/orders/order.ts';
import { secondsPerDay, secondsPerMinute } from '#schema/rules.ts';
import { ensureDemoMembers } from '#scripts/fakes/stripe/demo.ts';
import { terms } from '#scripts/fakes/travel/catalogue.ts';
import { hashPassword } from '#scripts/password-hash.ts';
import { rebuildTotals, recountNumbers } from '#scripts/seed/bulk/bulk-totals.ts';
import { demoAdmin, demoMembers, demoPassword } from '#scripts/seed/demo-accounts.ts';
import { storeDemoSignals } from '#scripts/seed/demo-cases.ts';
import { demoDesk } from '#scripts/seed/demo-desk.ts';
import { demoHistory } from '#scripts/seed/demo-history.ts';
import { demoMails } from '#scripts/seed/demo-mails.ts';
import { demoLedger, demoOffice } from '#scripts/seed/demo-office.ts';
import { demoSubscriber, subscriberRows } from '#scripts/seed/demo-payments.ts';
import { payDemoMembers } from '#scripts/seed/demo-payouts.ts';
import { demoPeople } from '#scripts/seed/demo-people.ts';
import { printDemoCards } from '#scripts/seed/demo-prints.ts';
import { insertDemoStays } from '#scripts/seed/demo-stays.ts';
import { insertRows } from '#scripts/seed/rows.ts';
import { monthStart, monthsLater, utcMonth } from '#worker/domain/chests/months.ts';
import { hashTerms } from '#worker/domain/stays/catalogue.ts';
import { openChests } from '#worker/jobs/open-chests.ts';
import { chestStore } from '#worker/store/chests/chests.ts';
import { isFirstScan } from '#worker/store/scans/scan-kinds.ts';

const finderNotes = [
  { cardId: 'TC-0000002', finder: 'grace', text: 'The yellow lichen gave it away. What a morning up there, thank you!' },
  { cardId: 'TC-0000002', finder: 'noah', text: 'Fog until eleven, then the whole valley. Found it on the second try.' },
  { cardId: 'TC-0000002', finder: 'priya', text: 'First find ever. Now I need a bigger rucksack.' },
  { cardId: 'TC-0000001', finder: 'lena', text: 'Dry and well hidden, all good here.' },
];

function demoLogs(db: D1Database): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO find_logs (card_id, user_id, owner_id, text, written_at)
       SELECT c.id, s.user_id, c.user_id, v.value ->> 'text', s.scan_date + 3600
       FROM json_each(?1) v JOIN cache_cards c ON c.card_id = v.value ->> 'cardId' JOIN users f ON f.username_key = v.value ->> 'finder'
         JOIN card_scans s ON s.card_id = c.id AND s.user_id = f.id AND ${isFirstScan('s')} WHERE c.user_id <> f.id`,
    )
    .bind(JSON.stringify(finderNotes));
}

/** Time at which the demo chests are opened, as if by the cron job: seconds after midnight on the first of the month. */
const opensAfter = 23 * secondsPerMinute;
const paidAfter = 5 * secondsPerDay;
const monthsBack = 18;

/** Opens the demo members' chests and pays all but the newest chest. `now` is in Unix seconds. */
async function openDemoChests(db: D1Database, now: number): Promise<void> {
  const store = { chests: chestStore(db) };
  const thisMonth = utcMonth(now);
  for (let monthsAgo = monthsBack; monthsAgo >= 0; monthsAgo -= 1) {
    const at = monthStart(monthsLater(thisMonth, -monthsAgo)) + opensAfter;
    if (at <= now) await openChests({ store }, at);
  }
  await db
    .prepare(
      `UPDATE treasure_chest_payouts SET status = 'paid', paid_at = created_at + ?2, payment_reference = 'demo'
       WHERE status = 'pending' AND month < ?1`,
    )
    .bind(monthsLater(thisMonth, -1), paidAfter)
    .run();
}

/**
 * Seeds the demo data. Returns false if a demo account or card already exists. `stripeState` is the state file of the local Stripe fake,
 * which must not be running. `now` is in Unix seconds. `travelerSecret` is the Worker's TRAVELER_DATA_KEY.
 */
export async function seedDemo(db: D1Database, stripeState: string, now: number, travelerSecret?: string): Promise<boolean> {
  const emails = [...demoMembers.map((member) => member.email), demoAdmin.email];
  const existingDemo = await db
    .prepare(
      `SELECT (SELECT count(*) FROM users WHERE email_key IN (SELECT value FROM json_each(?1)))
         + (SELECT count(*) FROM admins WHERE email_key IN (SELECT value FROM json_each(?1)))
         + (SELECT count(*) FROM cache_cards WHERE card_id BETWEEN 'TC-0000001' AND 'TC-0000005') AS found,
       (SELECT coalesce(max(id), 0) FROM users) AS last_user,
       (SELECT coalesce(max(id), 0) FROM cache_cards) AS last_card,
       (SELECT coalesce(max(id), 0) FROM vacation_certificates) AS last_certificate,
       (SELECT coalesce(max(id), 0) FROM orders) AS last_order,
       (SELECT coalesce(max(id), 0) FROM subscriptions) AS last_subscription`,
    )
    .bind(JSON.stringify(emails))
    .first<{
      found: number;
      last_user: number;
      last_card: number;
      last_certificate: number;
      last_order: number;
      last_subscription: number;
    }>();
  if (!existingDemo) return false;
  if (existingDemo.found > 0) {
    await ensureSubscribers(db, stripeState, now);
    return false;
  }

  const passwordHash = await hashPassword(demoPassword);
  const people = demoPeople(now, existingDemo.last_user, passwordHash);
  const history = demoHistory(now, existingDemo.last_card, people);
  const deskCases = demoDesk(now, people, history);
  const paying = people.subscribers.map((member, index) => demoSubscriber(member, existingDemo.last_order + 1 + index, member.startedAt));
  const paidTiers = ensureDemoMembers(stripeState, paying, now);
  const money = paying.map((subscriber, index) =>
    subscriberRows(subscriber, paidTiers[index] ?? [], existingDemo.last_subscription + 1 + index),
  );
  const admin = {
    email: demoAdmin.email,
    email_key: demoAdmin.email,
    password_hash: passwordHash,
    first_name: demoAdmin.firstName,
    last_name: demoAdmin.lastName,
    role: 'super_admin',
    created_at: now,
  };
  await db.batch([
    ...insertRows(db, 'admins', [admin]),
    ...insertRows(db, 'users', people.users),
    ...money.flatMap(({ orders, subscriptions, payments, membershipPeriods }) => [
      ...insertRows(db, 'orders', orders),
      ...insertRows(db, 'subscriptions', subscriptions),
      ...insertRows(db, 'payments', payments),
      ...insertRows(db, 'membership_periods', membershipPeriods),
    ]),
    ...paying.map((subscriber, index) =>
      db
        .prepare('UPDATE users SET stripe_customer_id = ?2, stripe_subscription_id = ?3, membership_expires_at = ?4 WHERE id = ?1')
        .bind(subscriber.userId, subscriber.customerId, subscriber.subscriptionId, paidTiers[index]?.at(-1)?.periodEnd ?? null),
    ),
    // Inserts the catalog of terms that the job would receive from the local travel provider on its first run.
    ...insertRows(db, 'stay_catalogues', [{ version: await hashTerms(terms), terms: JSON.stringify(terms), received_at: now }]),
    ...insertRows(db, 'membership_periods', people.membershipPeriods),
    ...insertRows(db, 'referral_commissions', people.commissions),
    ...insertRows(db, 'cache_cards', history.cards),
    ...insertRows(db, 'card_anchors', history.anchors),
    ...insertRows(db, 'card_scans', history.scans),
    demoLogs(db),
    ...insertRows(db, 'cache_cards', deskCases.testCards),
    ...insertRows(db, 'ownership_claims', deskCases.claims),
    ...insertRows(db, 'card_reports', history.reports),
    ...insertRows(db, 'member_days', history.memberDays),
    ...insertRows(db, 'token_transactions', demoLedger(now, people, history.tokenTransactions, existingDemo.last_certificate)),
    ...insertRows(db, 'key_events', [...people.keyEvents, ...history.keyEvents]),
    ...demoOffice(db, now, people, existingDemo.last_certificate),
    db
      .prepare(
        `INSERT INTO digest_choices (user_id, frequency, next_at, after_entry_id, after_report_id, told_through)
         SELECT DISTINCT user_id, 'weekly', ?1, (SELECT max(id) FROM token_transactions), (SELECT max(id) FROM card_reports), ?1 - 1
         FROM cache_cards WHERE user_id IS NOT NULL ON CONFLICT (user_id) DO NOTHING`,
      )
      .bind(now),
    ...insertRows(db, 'outbox', demoMails(now, people)),
  ]);
  await insertDemoStays(db, now, travelerSecret);
  await storeDemoSignals(db, now);
  // If seeding is interrupted before this step, the job opens the chests within a minute.
  await openDemoChests(db, now);
  await payDemoMembers(db, demoAdmin.email, existingDemo.last_user);
  await printDemoCards(db, now, existingDemo.last_user);
  await rebuildTotals(db);
  await recountNumbers(db, now);
  return true;
}

/** Restores missing demo subscriptions because the fake's state file may be lost while the database remains. */
async function ensureSubscribers(db: D1Database, stripeState: string, now: number): Promise<void> {
  const { results } = await db
    .prepare(
      `SELECT u.id, u.email, u.first_name || ' ' || u.last_name AS name, s.tier, u.created_at AS "createdAt", o.id AS order_id, o.created_at AS started_at
       FROM subscriptions s JOIN users u ON u.id = s.user_id JOIN orders o ON o.stripe_subscription_id = s.stripe_subscription_id
       WHERE s.stripe_subscription_id IN ('sub_demo_basic', 'sub_demo_premium')`,
    )
    .all<{ id: number; email: string; name: string; tier: PaidTier; createdAt: number; order_id: number; started_at: number }>();
  ensureDemoMembers(
    stripeState,
    results.map((row) => demoSubscriber(row, row.order_id, row.started_at)),
    now,
  );
}
