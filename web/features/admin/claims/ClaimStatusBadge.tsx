import type { ClaimStatus } from '#schema/claim.ts';
import { Badge } from '#web/components/Badge.tsx';
import { claimStatuses } from '#web/features/admin/claims/claim-statuses.ts';

/** Where a claim stands. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <Badge tone={claimStatuses[status].tone}>{claimStatuses[status].word}</Badge>;
}
