/** SQL conditions that protect evidence in review cases from erasure. Protects open cases and cases decided after `since`. */
import { isOwnScan } from '#worker/store/scans/scan-kinds.ts';

/**
 * SQL assignments that erase a scan's evidence. `hasEvidence` does not check the accuracy because the accuracy is stored only with the
 * distance.
 */
export const eraseEvidence = 'distance_m = NULL, accuracy_m = NULL, age_s = NULL, address_hash = NULL';
export const hasEvidence = (scan: string) =>
  `(${scan}.distance_m IS NOT NULL OR ${scan}.age_s IS NOT NULL OR ${scan}.address_hash IS NOT NULL)`;

export const isCurrent = (reviewCase: string, since: string) => `(${reviewCase}.closed_at IS NULL OR ${reviewCase}.closed_at > ${since})`;

/**
 * SQL condition: the scan is evidence in the case of `caseCard`. Includes the owner's own scans because they reveal the owner's network.
 */
export const isScanInCase = (scan: string, caseCard: string) =>
  `${caseCard}.card_id = ${scan}.card_id AND (${isOwnScan(scan)} OR ${scan}.id BETWEEN ${caseCard}.from_scan_id AND coalesce(${caseCard}.through_scan_id, ${scan}.id))`;

export function isCaseEvidence(scan: string, since: string): string {
  return `EXISTS (SELECT 1 FROM case_cards n CROSS JOIN review_cases k ON k.certificate_id = n.certificate_id AND ${isCurrent('k', since)}
    WHERE ${isScanInCase(scan, 'n')})`;
}

/** SQL condition: the scan is evidence in a case that retains the finder's data after the finder's account is erased. */
export function isErasedMembersEvidence(scan: string, since: string): string {
  return `EXISTS (SELECT 1 FROM case_members m CROSS JOIN review_cases k ON k.certificate_id = m.certificate_id AND ${isCurrent('k', since)}
    CROSS JOIN case_cards n ON n.certificate_id = m.certificate_id AND ${isScanInCase(scan, 'n')} WHERE m.user_id = ${scan}.user_id)`;
}

/** SQL condition: the card's locations are evidence in a case that retains its former owner's data after the owner's account is erased. */
export function isOwnersEvidence(card: string, owner: string, since: string): string {
  return `EXISTS (SELECT 1 FROM case_cards n WHERE n.card_id = ${card} AND ${staysInCase(owner, since, 'n.certificate_id')})`;
}

/**
 * SQL condition: a case retains the member's data after the member's account is erased. If `certificate` is given, only that certificate's
 * case is checked.
 */
export function staysInCase(user: string, since: string, certificate?: string): string {
  return `EXISTS (SELECT 1 FROM case_members m JOIN review_cases k ON k.certificate_id = m.certificate_id AND ${isCurrent('k', since)}
    WHERE m.user_id = ${user}${certificate ? ` AND m.certificate_id = ${certificate}` : ''})`;
}
