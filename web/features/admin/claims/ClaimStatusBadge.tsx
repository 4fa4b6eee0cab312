import type { ClaimStatus } from '#schema/claim.ts';
import { Badge, type BadgeTone } from '#web/components/Badge.tsx';

const looks: Record<ClaimStatus, { tone: BadgeTone; label: string }> = {
  pending: { tone: 'yellow', label: 'Pending' },
  approved: { tone: 'green', label: 'Approved' },
  rejected: { tone: 'red', label: 'Rejected' },
};

/** Where a claim stands. */
export function ClaimStatusBadge({ status }: { status: ClaimStatus }) {
  return <Badge tone={looks[status].tone}>{looks[status].label}</Badge>;
}
