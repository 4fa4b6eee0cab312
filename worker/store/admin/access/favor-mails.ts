import { largeRelease } from '#schema/rules.ts';
import type { Actor } from '#worker/domain/admin/administrator.ts';
import { queueSelectedMails } from '#worker/store/messages/mail.ts';
import type { Statement } from '#worker/store/sql.ts';

/**
 * Emails the other super administrators about something that this request gave a member. Must follow its audit statement, without another
 * in between. The email omits the reason, which may name a traveler.
 */
export function emailFavor({ adminId, requestId }: Actor, now: number, condition = 'true'): Statement {
  return queueSelectedMails(
    'member_favored',
    {
      sql: `SELECT NULL, a.email, json_object('firstName', a.first_name, 'action', l.action, 'member', CAST(l.user_id AS TEXT), 'sender', s.email),
          'member_favored:' || l.request_id || ':' || l.user_id || ':' || a.id
        FROM audit_log l JOIN admins s ON s.id = l.admin_id JOIN admins a ON a.role = 'super_admin' AND a.disabled_at IS NULL AND a.id <> s.id
        WHERE l.id = (SELECT max(id) FROM audit_log) AND l.admin_id = ?1 AND l.request_id = ?2 AND ${condition}`,
      values: [adminId, requestId],
    },
    now,
  );
}

/** Like `emailFavor`, once this administrator's recent releases of the member's commissions and chests reach the limit. */
export function emailLargeRelease(actor: Actor, now: number): Statement {
  const released = (
    action: string,
    table: string,
  ) => `SELECT r.amount_cents AS cents FROM audit_log g JOIN ${table} r ON r.id = CAST(g.entity_id AS INTEGER)
    WHERE g.user_id = l.user_id AND +g.admin_id = l.admin_id AND +g.action = '${action}' AND g.created_at > ${now - largeRelease.withinSeconds}`;
  const sum = `(SELECT sum(cents) FROM (${released('commission.release', 'referral_commissions')}
    UNION ALL ${released('treasure_chest_payout.release', 'treasure_chest_payouts')}))`;
  return emailFavor(actor, now, `${sum} >= ${largeRelease.cents}`);
}
