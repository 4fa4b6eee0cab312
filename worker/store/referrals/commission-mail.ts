import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import { type Statement, statement } from '#worker/store/sql.ts';

/**
 * Queues an email about the commission for each referred friend, only once even if the commission is held and released again. Queues
 * nothing while the commission is held, or if only keys were earned. Must run after the statement that creates or releases the commissions.
 */
export function queueCommissionMails(referredIds: number[], now: number): Statement {
  return queueSelectedMails(
    'commission_earned',
    {
      sql: `SELECT u.id, u.email,
          json_object('firstName', u.first_name, 'amountCents', CAST(c.amount_cents AS TEXT)), 'commission_earned:' || c.id
        FROM json_each(?1) w CROSS JOIN referral_commissions c ON c.referred_id = w.value AND c.kind = 'commission'
          JOIN users u ON u.id = c.referrer_id AND u.deletion_requested_at IS NULL
        WHERE c.status = 'pending' AND c.amount_cents > 0`,
      values: [JSON.stringify(referredIds)],
    },
    now,
  );
}

type CommissionTemplate = 'commission_earned' | 'commission_reversed' | 'commission_restored';

/**
 * Merges the emails about commissions that were decided together, so that a referrer gets one. Must run after they are queued. The others
 * stay as dropped rows, which tell later changes what the referrer knows.
 */
export function mergeCommissionMails(template: CommissionTemplate, now: number): Statement[] {
  const isQueued = (o: string) => `${o}.status = 'queued' AND ${o}.next_attempt_at = ?2 AND ${o}.template = ?1`;
  const group = (o: string) => `${o}.user_id, ${o}.payload ->> 'wasPaid', ${o}.payload ->> 'why'`;
  return [
    statement(
      `UPDATE outbox AS o SET payload = json_set(o.payload, '$.amountCents', f.cents, '$.commissions', f.commissions)
       FROM (SELECT min(q.id) AS id, CAST(sum(CAST(q.payload ->> 'amountCents' AS INTEGER)) AS TEXT) AS cents,
           CAST(sum(CAST(coalesce(q.payload ->> 'commissions', 1) AS INTEGER)) AS TEXT) AS commissions
         FROM outbox q WHERE ${isQueued('q')} GROUP BY ${group('q')} HAVING count(*) > 1) f WHERE o.id = f.id`,
      [template, now],
    ),
    statement(
      `UPDATE outbox AS o SET status = 'dropped', last_error = 'merged with another email' WHERE ${isQueued('o')}
         AND EXISTS (SELECT 1 FROM outbox q WHERE ${isQueued('q')} AND q.id < o.id AND (${group('q')}) IS (${group('o')}))`,
      [template, now],
    ),
  ];
}

export interface CommissionChange {
  referredId: number;
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
 * Queues emails that announced commissions were reversed or restored, unless the referrer already knows the current state or the
 * restoration is on hold. Must run after the statements that change the commissions and precede `queueCommissionMails`.
 */
export function queueCommissionChangeMails(
  template: 'commission_reversed' | 'commission_restored',
  changes: CommissionChange[],
  now: number,
): Statement {
  const isRestored = `${isKnownReversed('c.referred_id')}
    AND NOT EXISTS (SELECT 1 FROM referral_commissions h WHERE h.referred_id = c.referred_id AND h.kind = 'restoration' AND h.status = 'held')`;
  const rows = changes.map(({ referredId, wasPaid, isRefused, version }) => ({
    referredId,
    wasPaid: wasPaid ? 'yes' : null,
    why: isRefused ? 'refused' : null,
    cause: `${template}:${referredId}:${version}`,
  }));
  return queueSelectedMails(
    template,
    {
      sql: `SELECT u.id, u.email, json_object('firstName', u.first_name, 'amountCents', CAST(c.amount_cents AS TEXT),
          'wasPaid', w.value ->> 'wasPaid', 'why', w.value ->> 'why'), w.value ->> 'cause'
        FROM json_each(?1) w CROSS JOIN referral_commissions c ON c.referred_id = w.value ->> 'referredId' AND c.kind = 'commission'
          JOIN users u ON u.id = c.referrer_id AND u.deletion_requested_at IS NULL
        WHERE c.amount_cents > 0
          AND EXISTS (SELECT 1 FROM outbox o WHERE o.cause = 'commission_earned:' || c.id)
          AND ${template === 'commission_restored' ? isRestored : `NOT (${isKnownReversed('c.referred_id')})`}`,
      values: [JSON.stringify(rows)],
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
