import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';

/**
 * Queues an email about the commission for a referred friend, only once even if the commission is held and released again. Queues nothing
 * while the commission is held, or if only keys were earned. Must run after the statement that creates or releases the commission.
 */
export function queueCommissionMail(referredId: number, now: number): Statement {
  return queueSelectedMails(
    'commission_earned',
    {
      sql: `SELECT u.id, u.email,
          json_object('firstName', u.first_name, 'amountCents', CAST(c.amount_cents AS TEXT)), 'commission_earned:' || c.id
        FROM referral_commissions c JOIN users u ON u.id = c.referrer_id AND u.deletion_requested_at IS NULL
        WHERE c.referred_id = ?1 AND c.kind = 'commission' AND c.status = 'pending' AND c.amount_cents > 0`,
      values: [referredId],
    },
    now,
  );
}

interface CommissionChange {
  wasPaid: boolean;
  /** True if an administrator refused the commission; false if the friend's payment was returned. */
  isRefused: boolean;
  /** The referred member's version, which identifies the change. */
  version: number;
}

/** SQL for the id of the newest email with this template about the referred friend; 0 if there is none. */
const newestMail = (template: string, referredId: string) => {
  const prefix = `'${template}:' || CAST(${referredId} AS INTEGER) ||`;
  return `(SELECT coalesce(max(o.id), 0) FROM outbox o WHERE o.cause > ${prefix} ':' AND o.cause < ${prefix} ';')`;
};

/** SQL condition: the referrer's newest email about this friend's commission says that it was reversed. */
const isKnownReversed = (referredId: string) =>
  `${newestMail('commission_reversed', referredId)} > ${newestMail('commission_restored', referredId)}`;

/**
 * Queues an email that an announced commission was reversed or restored, unless the referrer already knows its current state or the
 * restoration is on hold. Must run after the statements that change the commission and precede `queueCommissionMail`.
 */
export function queueCommissionChangeMail(
  template: 'commission_reversed' | 'commission_restored',
  referredId: number,
  { wasPaid, isRefused, version }: CommissionChange,
  now: number,
): Statement {
  const isRestored = `${isKnownReversed('?1')}
    AND NOT EXISTS (SELECT 1 FROM referral_commissions h WHERE h.referred_id = ?1 AND h.kind = 'restoration' AND h.status = 'held')`;
  return queueSelectedMails(
    template,
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'amountCents', CAST(c.amount_cents AS TEXT), 'wasPaid', ?2,
          'why', ?3), ?4
        FROM referral_commissions c JOIN users u ON u.id = c.referrer_id AND u.deletion_requested_at IS NULL
        WHERE c.referred_id = ?1 AND c.kind = 'commission' AND c.amount_cents > 0
          AND EXISTS (SELECT 1 FROM outbox o WHERE o.cause = 'commission_earned:' || c.id)
          AND ${template === 'commission_restored' ? isRestored : `NOT (${isKnownReversed('?1')})`}`,
      values: [referredId, wasPaid ? 'yes' : null, isRefused ? 'refused' : null, `${template}:${referredId}:${version}`],
    },
    now,
  );
}

/**
 * Queues the emails about commissions whose restoration is no longer on hold. Must run after `syncRestorationHolds`, and has the same
 * parameters.
 */
export function queueReleasedRestorationMails(referrersSql: string, value: string | number, now: number): Statement {
  return queueSelectedMails(
    'commission_restored',
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'amountCents', CAST(c.amount_cents AS TEXT), 'wasPaid', 'yes', 'why', NULL),
          'commission_restored:' || c.referred_id || ':restoration-' || c.id
        FROM referral_commissions c JOIN users u ON u.id = c.referrer_id AND u.deletion_requested_at IS NULL
        WHERE c.referrer_id IN (${referrersSql}) AND c.kind = 'restoration' AND +c.status = 'pending'
          AND NOT EXISTS (SELECT 1 FROM referral_commissions v WHERE v.reverses_id = c.id) AND ${isKnownReversed('c.referred_id')}`,
      values: [value],
    },
    now,
  );
}
