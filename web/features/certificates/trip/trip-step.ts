import { t } from '@lingui/core/macro';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { Stay, StayOffer } from '#schema/stays/stay.ts';
import { findOption, getStanding } from '#web/features/certificates/certificate-labels.ts';
import { calendarDay, daysUntil } from '#web/lib/calendar-day.ts';

/** Stage of an activated certificate's stay. `offered` includes an expired offer that is not closed yet. */
export type TripStep =
  | { kind: 'wish' | 'wait' | 'returned' | 'expired' }
  | { kind: 'offered' | 'booking' | 'trip' | 'stayed'; offer: StayOffer };

export function getTripStep({ stage, offer }: Stay): TripStep {
  switch (stage) {
    case 'none':
      return { kind: 'wish' };
    case 'offered':
      if (offer) return { kind: offer.status === 'accepted' ? 'booking' : 'offered', offer };
      return { kind: 'wait' };
    case 'booked':
    case 'stayed':
      return offer ? { kind: stage === 'booked' ? 'trip' : 'stayed', offer } : { kind: 'expired' };
    case 'wished':
      return { kind: 'wait' };
    default:
      return { kind: stage };
  }
}

export function hasRunOut({ expiresAt }: StayOffer, now: number): boolean {
  return new Date(expiresAt).getTime() <= now;
}

/** Returns a title such as `Your trip in 12 days`. `now` is in milliseconds. */
export function tripTitle({ arrival, departure }: Pick<StayOffer, 'arrival' | 'departure'>, now: number): string {
  const days = daysUntil(arrival, now);
  if (days > 1) return t`Your trip in ${days} days`;
  if (days === 1) return t`Your trip starts tomorrow`;
  if (days === 0) return t`Your trip starts today`;
  return daysUntil(departure, now) > 0 ? t`Enjoy your stay` : t`Welcome back`;
}

/** Returns whether the stay is still ahead of the member, or being reviewed, planned or enjoyed. `now` is in milliseconds. */
export function isUnderWay(certificate: VacationCertificate, now: number): boolean {
  const standing = getStanding(certificate, now);
  if (standing === 'active' || standing === 'reviewed') return true;
  if (standing !== 'activated') return false;
  return !certificate.stay || !['stayed', 'returned', 'expired'].includes(getTripStep(certificate.stay).kind);
}

export interface Deadline {
  /** `act` requires the member's action; `look` only informs the member. */
  kind: 'act' | 'look';
  title: string;
  text: string;
}

/** Returns the notice to show about a certificate; undefined if none is due. `now` is in milliseconds. */
export function getDeadline(certificate: VacationCertificate, now: number): Deadline | undefined {
  const standing = getStanding(certificate, now);
  if (standing === 'active' || standing === 'reviewed') {
    const title = t`You’ve made it: ${findOption(certificate.type).name}`;
    return standing === 'active'
      ? { kind: 'act', title, text: t`Activate it by ${calendarDay(certificate.activateBy)}.` }
      : { kind: 'look', title, text: t`We’re reviewing your certificate and will email you when you can activate it.` };
  }
  if (standing !== 'activated' || !certificate.stay) return undefined;
  const step = getTripStep(certificate.stay);
  switch (step.kind) {
    case 'wish':
      return { kind: 'look', title: t`Where would you like to go?`, text: t`Tell us where and when, and we’ll find you a stay.` };
    case 'wait': {
      const { offerDueBy } = certificate.stay;
      return offerDueBy === null
        ? undefined
        : {
            kind: 'look',
            title: t`Expect an offer by ${calendarDay(offerDueBy)}`,
            text: t`We’re looking for a stay that fits your preferences.`,
          };
    }
    case 'offered':
      if (hasRunOut(step.offer, now)) return undefined;
      return {
        kind: 'act',
        title: t`Respond to your offer by ${calendarDay(step.offer.expiresAt)}`,
        text: t`${step.offer.place}, arriving ${calendarDay(step.offer.arrival)}`,
      };
    case 'booking':
      return { kind: 'look', title: t`We’re booking ${step.offer.place}`, text: t`We’ll email you once it’s confirmed.` };
    case 'trip':
      return { kind: 'look', title: tripTitle(step.offer, now), text: t`${step.offer.place}, arriving ${calendarDay(step.offer.arrival)}` };
    case 'stayed':
      if (certificate.stay.tookPlace !== null) return undefined;
      return { kind: 'look', title: t`Did your stay take place?`, text: step.offer.place };
    default:
      return undefined;
  }
}
