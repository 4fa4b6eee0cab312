import { hasHeldSignal, isHeldMember } from './open-holds.ts';

/** SQL condition: a later active decision also changed the entity that effect `e` changed. */
const isDecidedLater = `EXISTS (SELECT 1 FROM review_effects l
  JOIN review_decisions n ON n.id = l.decision_id AND n.action <> 'undo' AND n.undone_by_id IS NULL
  WHERE l.kind = e.kind AND l.entity_id = e.entity_id AND l.decision_id > e.decision_id)`;

export const isStandingHold = `d.action = 'hold' AND d.undone_by_id IS NULL AND NOT ${isDecidedLater}`;

/** Returns SQL that is true if the certificate is waiting for review because of a super administrator's decision. */
export function isHeldBySuperAdmin(certificate: string): string {
  return `${certificate}.review = 'waiting' AND ${hasHeldSignal(`${certificate}.review_signals`)}
    AND (EXISTS (SELECT 1 FROM review_effects e JOIN review_decisions d ON d.id = e.decision_id
      WHERE e.kind = 'certificate' AND e.entity_id = ${certificate}.id AND d.admin_role = 'super_admin' AND ${isStandingHold})
      OR ${isHeldMember(`${certificate}.user_id`, { bySuperAdmin: true })})`;
}

/** Returns SQL for the time of the group decision that holds the certificate; NULL if none does. */
export function heldSince(certificate: string): string {
  return `iif(${certificate}.review = 'waiting' AND ${hasHeldSignal(`${certificate}.review_signals`)},
    (SELECT max(d.created_at) FROM review_effects e JOIN review_decisions d ON d.id = e.decision_id
      WHERE e.kind = 'certificate' AND e.entity_id = ${certificate}.id AND ${isStandingHold}), NULL)`;
}
