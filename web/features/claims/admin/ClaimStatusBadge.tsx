import type { ClaimStatus } from '#schema/claims/claim.ts';
import { claimStatuses } from '#web/features/claims/admin/claim-statuses.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <Badge tone={claimStatuses[status].tone}>{claimStatuses[status].label}</Badge>;
}
