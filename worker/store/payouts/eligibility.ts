/** SQL for the first reason why a member cannot be paid. The queue, payout runs and single payments share it. */
import type { ExclusionReason } from '#schema/payouts/admin-payout-runs.ts';
import { taxFormThresholds } from '#schema/rules.ts';
import { surplusSql } from './surplus.ts';

type Reason = Exclude<ExclusionReason, 'held'>;

interface Terms {
  now: string;
  cents: string;
  /** Id of the payout line that pays the amount, if a run already includes it. */
  lineId?: string;
}

/** Returns SQL for the earnings threshold, in cents, at which a tax form is required. Must match `getTaxFormThresholdCents`. */
const thresholdSql = (now: string) =>
  `CASE ${taxFormThresholds.map(({ fromYear, cents }) => `WHEN CAST(strftime('%Y', ${now}, 'unixepoch') AS INTEGER) >= ${fromYear} THEN ${cents}`).join(' ')} END`;

/** SQL for hashes of the mailboxes at which member `u` is or was paid. */
const ownMailboxes = '(SELECT a.mailbox_hash UNION ALL SELECT y.mailbox_hash FROM payouts y WHERE y.user_id = u.id)';

/**
 * SQL for the ids of the payee's other accounts: those whose PayPal address, now or in a payment, belongs to the same mailbox as one of
 * member `u`'s. `a` is the member's payout_addresses row or NULL. Payments from before hashes were stored are found by the addresses of
 * paid lines.
 */
export const otherAccounts = `(SELECT o.user_id AS id FROM payout_addresses o WHERE o.mailbox = a.mailbox AND o.user_id <> u.id
  UNION SELECT o.user_id FROM payout_run_lines o WHERE o.mailbox = a.mailbox AND o.status = 'paid' AND o.user_id <> u.id
  UNION SELECT o.user_id FROM payout_addresses o WHERE o.mailbox_hash IN ${ownMailboxes} AND o.user_id <> u.id
  UNION SELECT o.user_id FROM payouts o WHERE o.mailbox_hash IN ${ownMailboxes} AND o.user_id <> u.id)`;

const paidSince = (account: string, from: string) => `(SELECT coalesce(sum(y.amount_cents), 0) FROM payouts y
  WHERE y.user_id = ${account} AND y.paid_at >= ${from} AND y.returned_at IS NULL)`;

/**
 * Returns the SQL condition that a payment would reach the tax threshold without a tax form. Counts the payee's payments of the year and,
 * of the lines in open runs, those of the other accounts that come before this payment.
 */
export const needsTaxForm = ({ now, cents, lineId }: Terms) => {
  const yearStart = `CAST(strftime('%s', ${now}, 'unixepoch', 'start of year') AS INTEGER)`;
  const isBefore = lineId === undefined ? '' : `AND i.id < ${lineId}`;
  const openLine = `coalesce((SELECT i.amount_cents FROM payout_run_lines i WHERE i.user_id = p.id AND i.status = 'in' ${isBefore}), 0)`;
  return `(${cents} + ${paidSince('u.id', yearStart)}
    + (SELECT coalesce(sum(${paidSince('p.id', yearStart)} + ${openLine}), 0) FROM ${otherAccounts} p) >= ${thresholdSql(now)}
  AND NOT EXISTS (SELECT 1 FROM payout_tax_forms f WHERE f.user_id = u.id OR f.user_id IN ${otherAccounts}))`;
};

/** Maps each reason to a condition on the member `u` and on `a`, the member's payout_addresses row or NULL. */
const conditions: Record<Reason, (terms: Terms) => string> = {
  left: () => 'u.deletion_requested_at IS NOT NULL',
  suspended: () => 'u.suspended_at IS NOT NULL',
  in_run: () => "EXISTS (SELECT 1 FROM payout_run_lines l WHERE l.user_id = u.id AND l.status = 'in')",
  carried_over: ({ cents }) => `${cents} <= 0`,
  tax_form: needsTaxForm,
  no_address: () => 'a.email IS NULL',
  address_held: ({ now }) => `a.held_until > ${now}`,
};

const firstReason = (reasons: readonly Reason[], terms: Terms) =>
  reasons.reduceRight((rest, reason) => `iif(${conditions[reason](terms)}, '${reason}', ${rest})`, 'NULL');
const noTerms = { now: 'NULL', cents: 'NULL' };

/** SQL for the reason why a payout run cannot pay the member; NULL if it can. */
export const runIneligibleReason = (terms: Terms) =>
  firstReason(['left', 'suspended', 'in_run', 'carried_over', 'tax_form', 'no_address', 'address_held'], terms);

/**
 * SQL for the reason why a single payment is not possible; NULL if it is possible. Unlike a payout run, a single payment requires no PayPal
 * address. The payout queue shows this reason as the member's state.
 */
export type IneligibleReason = Exclude<Reason, 'no_address'>;
export const paymentIneligibleReason = (terms: Terms) =>
  firstReason(['left', 'suspended', 'in_run', 'carried_over', 'tax_form', 'address_held'], terms);

/** SQL condition: the member is leaving, so unpaid amounts are forfeited. */
export const isLeaving = conditions.left(noTerms);
/** SQL condition: the member is leaving or suspended, so no payment is possible. */
export const isWithheld = `(${firstReason(['left', 'suspended'], noTerms)} IS NOT NULL)`;

/**
 * Returns SQL for the reason why the unpaid line `l` must be removed from its run: the member can no longer be paid, or the line's entries
 * have changed. `amount_cents <> 0` is redundant next to `< 0`, but lets SQLite use the partial index of pending commissions.
 */
export const removalReason = (now: string) => {
  const terms = { now, cents: 'l.amount_cents', lineId: 'l.id' };
  return `coalesce(
    ${firstReason(['left', 'suspended'], terms)},
    (SELECT iif(max(x.status = 'held'), 'held', iif(max(x.status = 'reversed'), 'taken_back', 'changed'))
     FROM (SELECT coalesce(c.status, t.status) AS status, coalesce(c.amount_cents, t.amount_cents) AS cents, e.amount_cents AS collected
       FROM payout_run_entries e LEFT JOIN referral_commissions c ON e.kind = 'commission' AND c.id = e.entry_id
         LEFT JOIN treasure_chest_payouts t ON e.kind = 'chest' AND t.id = e.entry_id
       WHERE e.line_id = l.id) x
     WHERE x.status IS NOT 'pending' OR x.cents <> x.collected HAVING count(*) > 0),
    iif(EXISTS (SELECT 1 FROM referral_commissions c
      WHERE c.referrer_id = l.user_id AND c.status = 'pending' AND c.amount_cents <> 0 AND c.amount_cents < 0
        AND NOT EXISTS (SELECT 1 FROM payout_run_entries e WHERE e.line_id = l.id AND e.kind = 'commission' AND e.entry_id = c.id)), 'taken_back', NULL),
    iif(l.surplus_cents <> -${surplusSql('l.user_id')}, 'changed', NULL),
    ${firstReason(['tax_form'], terms)},
    iif(${conditions.address_held(terms)} OR a.email IS NOT l.address, 'address_changed', NULL))`;
};
