import type { D1Database } from '@cloudflare/workers-types';
import { disputeStates } from '#schema/disputes/dispute.ts';
import { secondsPerDay } from '#schema/rules.ts';
import type { BulkRows } from '#scripts/seed/bulk/bulk.ts';
import { firstNameSql, lastNameSql, pickTextSql } from '#scripts/seed/bulk/bulk-names.ts';
import { insertInChunks } from '#scripts/seed/bulk/bulk-series.ts';

const orderStatuses = ['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'cancelled', 'open', 'refunded', 'disputed'];
const payoutStatuses = ['pending', 'paid', 'paid', 'pending', 'held', 'paid', 'pending'];
const heldReasons = ['same_card', 'same_address', 'disposable_email', 'dispute'];

export async function seedTrade(
  db: D1Database,
  { firstMember, established: members, firstCard, cards }: BulkRows,
  count: number,
  now: number,
): Promise<void> {
  const key = `(${firstMember} + n)`;
  const member = (n: string) => `${firstMember} + (${n}) % ${members}`;
  const randomTime = (n: string) => `${now} - 86400 - ((${n}) * 7919) % ${200 * secondsPerDay}`;
  const address = `json_object('name', ${firstNameSql('n')} || ' ' || ${lastNameSql('n')}, 'line1', 'Trail ' || n, 'line2', NULL, 'city', 'Oslo',
    'state', NULL, 'zip', printf('%04d', n % 10000), 'country', 'Norway', 'phone', printf('+47 22 55 %04d', n % 10000))`;
  const status = pickTextSql('n', orderStatuses);
  // A shipped order contains the n-th card and belongs to that card's owner (see seedBulk).
  const isShipped = `(n % 4 < 3 AND n <= ${cards})`;
  const shippedCard = `cache_cards.id = ${firstCard - 1} + n`;
  const quantity = `iif(${isShipped}, 1, 1 + n % 100)`;
  // Paid memberships are seeded with their periods (bulk-memberships.ts).
  const isMembership = 'n % 10 IN (6, 7)';
  const amount = `iif(${isMembership}, 5000 + 5000 * (n % 2), 100 * ${quantity})`;
  await insertInChunks(
    db,
    count,
    `INSERT INTO orders (user_id, kind, tier, quantity, amount_cents, status, stripe_payment_intent_id, refunded_cents, delivery,
       shipping_address, created_at, expires_at, paid_at, cancelled_at)
     SELECT iif(${isShipped} AND NOT isMembership, ${member('n * 13')}, ${member('n')}), iif(isMembership, 'membership', 'cache_cards'), iif(isMembership, iif(n % 2, 'premium', 'basic'), NULL),
       iif(isMembership, NULL, ${quantity}), amount, status, 'pi_bulk_' || ${key}, iif(status = 'refunded', amount, 0),
       iif(isMembership, NULL, iif(${isShipped}, 'ship', 'self_print')), iif(isMembership OR NOT (${isShipped}), NULL, ${address}), at, at + 79200,
       iif(status IN ('paid', 'refunded', 'disputed'), at + 60, NULL), iif(status = 'cancelled', at + 79200, NULL)
     FROM (SELECT n, ${isMembership} AS isMembership, ${status} AS status, ${amount} AS amount, ${randomTime('n')} AS at FROM series)`,
  );
  await insertInChunks(
    db,
    count,
    `UPDATE cache_cards SET order_id = o.id FROM series JOIN orders o ON o.stripe_payment_intent_id = 'pi_bulk_' || ${key}
     WHERE o.kind = 'cache_cards' AND o.delivery = 'ship' AND o.paid_at IS NOT NULL AND ${shippedCard}`,
  );
  await insertInChunks(
    db,
    count,
    `INSERT INTO payments (user_id, order_id, stripe_payment_intent_id, amount_cents, currency, refunded_cents, description, paid_at, revoked_at)
     SELECT o.user_id, o.id, o.stripe_payment_intent_id, o.amount_cents, 'usd', o.refunded_cents,
       iif(o.kind = 'membership', 'Membership, one year', o.quantity || iif(o.quantity = 1, ' Cache Card', ' Cache Cards')), o.paid_at,
       iif(o.status = 'refunded', o.paid_at + 86400, NULL)
     FROM series JOIN orders o ON o.stripe_payment_intent_id = 'pi_bulk_' || ${key} WHERE o.paid_at IS NOT NULL`,
  );
  const state = pickTextSql('n', [...disputeStates]);
  await insertInChunks(
    db,
    Math.ceil(count / 10),
    `INSERT INTO disputes (stripe_dispute_id, payment_id, user_id, amount_cents, currency, reason, state, opened_at, due_by, closed_at)
     SELECT 'du_bulk_' || ${key}, p.id, p.user_id, p.amount_cents, 'usd', ${pickTextSql('n', ['fraudulent', 'product_not_received', 'unrecognized'])},
       ${state}, p.paid_at + 43200, p.paid_at + 691200, iif(${state} IN ('won', 'lost', 'closed'), p.paid_at + 82800, NULL)
     FROM series JOIN payments p ON p.stripe_payment_intent_id = 'pi_bulk_' || (${firstMember} + n * 10 - 1)`,
  );
  for (const update of [
    `UPDATE payments SET dispute_status = CASE d.state WHEN 'lost' THEN 'lost' WHEN 'won' THEN 'won' WHEN 'closed' THEN 'won' ELSE 'open' END,
       disputed_at = d.opened_at, revoked_at = iif(d.state = 'lost', d.closed_at, NULL)
     FROM series JOIN disputes d ON d.stripe_dispute_id = 'du_bulk_' || ${key} WHERE payments.id = d.payment_id`,
    `UPDATE orders SET status = 'paid' WHERE id IN (SELECT p.order_id FROM series CROSS JOIN disputes d ON d.stripe_dispute_id = 'du_bulk_' || ${key}
       CROSS JOIN payments p ON p.id = d.payment_id WHERE p.dispute_status = 'won')`,
  ])
    await insertInChunks(db, Math.ceil(count / 10), update);
  await insertInChunks(
    db,
    Math.ceil(count / 5),
    `INSERT INTO print_orders (reference, order_id, environment, card_size, quantity, printer_order_id, price_cents, currency, status, status_at, created_at)
     SELECT 'bulk-' || ${key}, o.id, 'production', 'card_flat_105x74_mm', o.quantity, 'cp_bulk_' || n, 400 + o.quantity * 30, 'EUR',
       ${pickTextSql('n', ['shipped', 'producing', 'validated', 'shipped', 'error'])}, o.paid_at + 7200, o.paid_at + 3600
     FROM series JOIN orders o ON o.stripe_payment_intent_id = 'pi_bulk_' || (${firstMember} + n * 5)
     WHERE o.kind = 'cache_cards' AND o.status = 'paid' AND o.delivery = 'ship'`,
  );
  await insertInChunks(
    db,
    Math.ceil(count / 5),
    `UPDATE orders SET sent_to_print_at = p.created_at FROM series JOIN print_orders p ON p.reference = 'bulk-' || ${key} WHERE orders.id = p.order_id`,
  );
  await insertInChunks(
    db,
    Math.min(count, members - 1),
    `INSERT INTO referral_commissions (referrer_id, referred_id, amount_cents, status, held_reason, paid_at, payment_reference, created_at)
     SELECT ${member('n * 3 + 1')}, ${member('n')}, 1000 + 1000 * (n % 3 = 0), status, iif(status = 'held', ${pickTextSql('n', heldReasons)}, NULL),
       iif(status = 'paid', at + 3 * 86400, NULL), iif(status = 'paid', 'SEPA ' || n / 50, NULL), at
     FROM (SELECT n, ${pickTextSql('n', payoutStatuses)} AS status, ${randomTime('n')} AS at FROM series) WHERE (n * 3 + 1) % ${members} <> n % ${members}`,
  );
  await insertInChunks(
    db,
    Math.ceil(count / 20),
    `INSERT INTO referral_commissions (kind, referrer_id, referred_id, amount_cents, status, reverses_id, created_at)
     SELECT 'reversal', c.referrer_id, c.referred_id, -c.amount_cents, 'pending', c.id, c.paid_at + 86400
     FROM series JOIN referral_commissions c ON c.referred_id = ${member('n * 20 + 1')} AND c.kind = 'commission' WHERE c.status = 'paid'`,
  );
  await insertInChunks(
    db,
    count,
    `INSERT INTO treasure_chest_payouts (user_id, month, chest_level, amount_cents, is_premium, status, held_reason, paid_at, payment_reference, created_at)
     SELECT ${member('n * 5')} + n % 5, strftime('%Y-%m', at, 'unixepoch', 'start of month', '-1 month'), level, ${pickTextSql('level - 1', ['200', '600', '2000'])},
       n % 5 = 0, status, iif(status = 'held', 'dispute', NULL), iif(status = 'paid', at + 86400, NULL), iif(status = 'paid', 'SEPA ' || n / 50, NULL), at
     FROM (SELECT n, 1 + n % 3 AS level, ${pickTextSql('n', payoutStatuses)} AS status, ${randomTime('n')} AS at FROM series)
     WHERE ${member('n * 5')} + n % 5 < ${firstMember + members} ON CONFLICT (user_id, month) DO NOTHING`,
  );
  // Each paid commission is a payout of its own, so that the money totals add up.
  for (const statement of [
    `INSERT INTO payouts (user_id, amount_cents, entries, reference, request, paid_at)
     SELECT c.referrer_id, c.amount_cents, 1, c.payment_reference, 'bulk:' || ${key}, c.paid_at
     FROM series JOIN referral_commissions c ON c.referred_id = ${member('n')} AND c.kind = 'commission' AND c.status = 'paid'`,
    `UPDATE referral_commissions SET payout_id = p.id FROM series JOIN payouts p ON p.request = 'bulk:' || ${key}
     WHERE referral_commissions.referred_id = ${member('n')} AND kind = 'commission'`,
  ])
    await insertInChunks(db, Math.min(count, members - 1), statement);
}
