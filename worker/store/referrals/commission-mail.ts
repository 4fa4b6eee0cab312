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

/** SQL for the id of the newest email with this template about the referred friend ?1; 0 if there is none. */
const newestMail = (template: string) => {
  const prefix = `'${template}:' || CAST(?1 AS INTEGER) ||`;
  return `(SELECT coalesce(max(o.id), 0) FROM outbox o WHERE o.cause > ${prefix} ':' AND o.cause < ${prefix} ';')`;
};

/**
 * Queues an email that an announced commission was reversed or restored, unless the referrer already knows its current state. Must run
 * after the statements that change the commission and precede `queueCommissionMail`.
 */
export function queueCommissionChangeMail(
  template: 'commission_reversed' | 'commission_restored',
  referredId: number,
  { wasPaid, isRefused, version }: CommissionChange,
  now: number,
): Statement {
  const isKnownReversed = `${newestMail('commission_reversed')} > ${newestMail('commission_restored')}`;
  return queueSelectedMails(
    template,
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'amountCents', CAST(c.amount_cents AS TEXT), 'wasPaid', ?2,
          'why', ?3), ?4
        FROM referral_commissions c JOIN users u ON u.id = c.referrer_id AND u.deletion_requested_at IS NULL
        WHERE c.referred_id = ?1 AND c.kind = 'commission' AND c.amount_cents > 0
          AND EXISTS (SELECT 1 FROM outbox o WHERE o.cause = 'commission_earned:' || c.id)
          AND ${template === 'commission_restored' ? '' : 'NOT '}(${isKnownReversed})`,
      values: [referredId, wasPaid ? 'yes' : null, isRefused ? 'refused' : null, `${template}:${referredId}:${version}`],
    },
    now,
  );
}
