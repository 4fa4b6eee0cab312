import type { ClaimStatus } from '#schema/claims/claim.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const claimStatuses: Record<ClaimStatus, StateWord> = {
  pending: { word: 'Pending', tone: 'yellow' },
  approved: { word: 'Approved', tone: 'green' },
  rejected: { word: 'Rejected', tone: 'red' },
  withdrawn: { word: 'Withdrawn', tone: 'grey' },
};
