import type { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const statusLabels: Record<AdminCertificate['status'], StateLabel> = {
  active: { tone: 'yellow', label: 'Active' },
  activated: { tone: 'green', label: 'Activated' },
  expired: { tone: 'grey', label: 'Expired' },
  cancelled: { tone: 'red', label: 'Canceled' },
};

export const reviewLabels: Record<AdminCertificate['review'], StateLabel | null> = {
  none: null,
  waiting: { tone: 'yellow', label: 'Waiting' },
  passed: { tone: 'green', label: 'Passed' },
  refused: { tone: 'red', label: 'Refused' },
};

export const stageLabels: Record<NonNullable<AdminCertificate['stage']>, StateLabel> = {
  none: { tone: 'grey', label: 'No preferences yet' },
  wished: { tone: 'yellow', label: 'Waiting for an offer' },
  offered: { tone: 'info', label: 'Offered' },
  booked: { tone: 'green', label: 'Booked' },
  stayed: { tone: 'green', label: 'Stayed' },
  returned: { tone: 'red', label: 'Returned' },
  expired: { tone: 'grey', label: 'Expired' },
};

export const canBeCancelled = ({ status }: AdminCertificate) => status === 'active' || status === 'activated';
export const hasStay = ({ status }: AdminCertificate) => status === 'activated';

export function memberName({ user }: AdminCertificate): string {
  return user.name ?? user.email;
}
