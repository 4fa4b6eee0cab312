import type { ClaimStatus } from '#schema/claims/claim.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const claimStatuses: Record<ClaimStatus, StateLabel> = {
  pending: { label: 'Pending', tone: 'yellow' },
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
  withdrawn: { label: 'Withdrawn', tone: 'grey' },
};
