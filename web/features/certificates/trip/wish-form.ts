import { t } from '@lingui/core/macro';
/** Form values for one travel preference, and the arrival months and days that the member can choose. */
import * as v from 'valibot';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { maxStayWishes, minStayNights } from '#schema/rules.ts';
import type { StayWish } from '#schema/stays/stay.ts';
import { utcDay } from '#web/lib/calendar-day.ts';

/** Value of the month input that lets the member enter an exact arrival day. */
export const exactDay = 'day';

const WishInput = v.pipe(
  v.object({
    /** Destination id; empty for any destination. */
    destinationId: v.string(),
    month: v.pipe(
      v.string(),
      v.minLength(1, () => t`Please choose a month`),
    ),
    arrival: v.string(),
    travelers: v.number(),
  }),
  v.forward(
    v.check(
      ({ month, arrival }) => month !== exactDay || arrival !== '',
      () => t`Please choose an arrival date`,
    ),
    ['arrival'],
  ),
  v.transform(({ destinationId, month, arrival, travelers }): StayWish => {
    const isExact = month === exactDay;
    return { destinationId: destinationId || null, month: isExact ? null : month, arrival: isExact ? arrival : null, travelers };
  }),
);
export type WishInput = v.InferInput<typeof WishInput>;

export const WishesInput = v.object({ wishes: v.pipe(v.array(WishInput), v.minLength(1), v.maxLength(maxStayWishes)) });
export type WishesInput = v.InferInput<typeof WishesInput>;

export function toWishInput({ destinationId, month, arrival, travelers }: StayWish): WishInput {
  return { destinationId: destinationId ?? '', month: month ?? exactDay, arrival: arrival ?? '', travelers };
}

export function emptyWish(travelers: number): WishInput {
  return { destinationId: '', month: '', arrival: '', travelers };
}

const dayMs = 86_400_000;

/** Returns the first and last possible day of arrival, and the months between them (`YYYY-MM`). `now` is in milliseconds. */
export function arrivalChoices({ type, validUntil }: Pick<VacationCertificate, 'type' | 'validUntil'>, now: number) {
  const first = utcDay(now + dayMs);
  const last = utcDay(new Date(validUntil).getTime() - minStayNights[type] * dayMs);
  const months: string[] = [];
  let [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
  for (let name = first.slice(0, 7); name <= last.slice(0, 7); ) {
    months.push(name);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
    name = `${year}-${String(month).padStart(2, '0')}`;
  }
  return { first, last, months };
}
