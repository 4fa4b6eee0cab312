import type { AdminOffer, AdminStayDetails, StayToDo } from '#schema/stays/admin-stays.ts';
import type { StayWish } from '#schema/stays/stay.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { dateFormat, plural } from '#web/lib/format.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const toDoLabels: Record<StayToDo, StateLabel> = {
  offer: { tone: 'yellow', label: 'Enter an offer' },
  book: { tone: 'yellow', label: 'Book it' },
  check: { tone: 'red', label: 'Check the booking' },
  complaint: { tone: 'red', label: 'Did not take place' },
};

export const offerLabels: Record<AdminOffer['status'], StateLabel> = {
  open: { tone: 'info', label: 'Waiting for a response' },
  accepted: { tone: 'green', label: 'Accepted' },
  declined: { tone: 'red', label: 'Declined' },
  expired: { tone: 'grey', label: 'Expired' },
  withdrawn: { tone: 'grey', label: 'Withdrawn' },
};

const monthFormat = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' });

export function describeWish(
  { destinationId, month, arrival, travelers }: StayWish,
  destinations: AdminStayDetails['destinations'],
): string {
  const place = destinationId === null ? 'Anywhere' : (destinations.find(({ id }) => id === destinationId)?.name ?? destinationId);
  const time = month === null ? `from ${calendarDay(arrival ?? '')}` : monthFormat().format(new Date(month));
  return `${place}, ${time}, ${plural(travelers, 'traveler')}`;
}

export const describeDays = ({ arrival, departure }: Pick<AdminOffer, 'arrival' | 'departure'>) =>
  `${calendarDay(arrival)} to ${calendarDay(departure)}`;
