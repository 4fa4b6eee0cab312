import { heldSignal } from '#worker/domain/reviews/group-facts.ts';

/**
 * Returns SQL that is true while a group decision holds the member. The hold ends when the decision is undone, a later decision releases
 * the group or revokes its rewards, or a reviewer passes or refuses a certificate that was held. A certificate that a take-back refused
 * does not count, because undoing the take-back does not always restore it. During the hold, the member's new certificates, commissions and
 * chests are held too. `userId` is an SQL expression. `ifUndone`, the id of a decision, makes the result that after undoing this decision.
 */
export function isHeldMember(userId: string, { bySuperAdmin = false, ifUndone = '' } = {}): string {
  const role = bySuperAdmin ? `AND od.admin_role = 'super_admin'` : '';
  const isInForce = (decision: string) => `${decision}.undone_by_id IS NULL${ifUndone && ` AND ${decision}.id <> ${ifUndone}`}`;
  return `EXISTS (SELECT 1 FROM review_effects oe JOIN review_decisions od ON od.id = oe.decision_id AND od.action = 'hold' AND ${isInForce('od')} ${role}
    WHERE oe.user_id = ${userId} AND oe.kind = 'member'
      AND NOT EXISTS (SELECT 1 FROM review_effects ol JOIN review_decisions oo ON oo.id = ol.decision_id AND oo.action IN ('release', 'take_back')
        AND ${isInForce('oo')} WHERE ol.user_id = oe.user_id AND ol.kind = 'member' AND ol.decision_id > oe.decision_id)
      AND NOT EXISTS (SELECT 1 FROM vacation_certificates oc WHERE oc.user_id = oe.user_id AND oc.review IN ('passed', 'refused')
        AND oc.reviewed_by_id IS NOT NULL AND oc.reviewed_at >= od.created_at AND ${hasHeldSignal('oc.review_signals')}
        AND NOT EXISTS (SELECT 1 FROM review_effects ox JOIN review_decisions ot ON ot.id = ox.decision_id AND ot.action = 'take_back' AND ot.created_at = oc.reviewed_at
          WHERE ox.user_id = oe.user_id AND ox.kind = 'certificate' AND ox.entity_id = oc.id)))`;
}

/** Returns SQL that is true if the certificate's review signals include a hold. `signals` is an SQL expression for the JSON array. */
export function hasHeldSignal(signals: string): string {
  return `('${heldSignal}' IN (SELECT value FROM json_each(${signals})))`;
}
