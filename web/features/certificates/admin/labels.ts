import type { AdminCertificate } from '#schema/certificates/admin-certificates.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const statusLabels: Record<AdminCertificate['status'], StateWord> = {
  active: { tone: 'yellow', word: 'Active' },
  activated: { tone: 'green', word: 'Activated' },
  expired: { tone: 'grey', word: 'Expired' },
  cancelled: { tone: 'red', word: 'Cancelled' },
};

export const reviewLabels: Record<AdminCertificate['review'], StateWord | null> = {
  none: null,
  waiting: { tone: 'yellow', word: 'Waiting' },
  passed: { tone: 'green', word: 'Passed' },
  refused: { tone: 'red', word: 'Refused' },
};

export const bookingLabels: Record<AdminCertificate['bookingStatus'], StateWord | null> = {
  none: null,
  waiting: { tone: 'yellow', word: 'Waiting' },
  booked: { tone: 'green', word: 'Booked' },
  failed: { tone: 'red', word: 'Refused' },
};

export const canBeCancelled = ({ status }: AdminCertificate) => status === 'active' || status === 'activated';
export const hasStay = ({ status }: AdminCertificate) => status === 'activated';

export function memberName({ user }: AdminCertificate): string {
  return user.name ?? user.email;
}
