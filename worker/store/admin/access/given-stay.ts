/** Keeps an administrator from giving a suspicious stay alone. Product rules: Second looks. */
import { adminRoles } from '#schema/admin/session.ts';
import { isOrWasEnabled } from './standing.ts';

/** SQL condition: the administrator allowed another traveler for certificate `c`. */
export const allowedTraveler = (admin: string, c: string) => `EXISTS (SELECT 1 FROM audit_log a WHERE a.entity_type = 'certificate'
  AND a.entity_id = ${c}.number AND +a.action = 'certificate.other_person' AND +a.admin_id = ${admin})`;

/** SQL condition: the administrator passed certificate `c` although it had signals, or allowed another traveler. */
export const gaveStay = (admin: string, c: string) =>
  `((${c}.reviewed_by_id = ${admin} AND ${c}.review_signals <> '[]') OR ${allowedTraveler(admin, c)})`;

/**
 * SQL condition: the travel provider must not offer or book the certificate's stay yet, because another administrator has not taken the
 * second look, or escalated it. Second looks at a sample of certificates without signals delay nothing.
 */
export const isBeingChecked = (certificateId: string, now: string) =>
  // The subqueries in FROM keep within SQLite's depth of expressions.
  `EXISTS (SELECT 1 FROM (SELECT l.passed_by_id AS id FROM second_looks l JOIN vacation_certificates lc ON lc.id = l.certificate_id
      WHERE l.certificate_id = ${certificateId} AND l.state IN ('waiting', 'raised') AND (l.state = 'raised' OR ${gaveStay('l.passed_by_id', 'lc')})) p
    JOIN (SELECT e.id FROM admins e WHERE ${isOrWasEnabled('e', adminRoles, now)}) o ON o.id <> p.id)`;
