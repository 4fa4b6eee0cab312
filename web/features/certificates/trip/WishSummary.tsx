import { plural, t } from '@lingui/core/macro';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import type { StayWish } from '#schema/stays/stay.ts';
import { useStayCatalogue } from '#web/features/stays/stays-api.ts';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { monthName } from '#web/lib/format.ts';
import { i18n } from '#web/lib/words/words.ts';

export function WishSummary({ certificate, wishes }: { certificate: VacationCertificate; wishes: readonly StayWish[] }) {
  const { data } = useStayCatalogue();
  const destinations = data?.terms[certificate.type].destinations ?? [];
  const nameOf = (id: string) => i18n._(destinations.find((destination) => destination.id === id)?.name ?? capitalize(id));
  return (
    <ol className="wish-summary">
      {wishes.map(({ destinationId, month, arrival, travelers }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: wishes have no id, and the list is replaced as a whole
        <li key={index}>
          <strong>{destinationId === null ? t`Surprise me` : nameOf(destinationId)}</strong>
          <span>
            {month === null ? t`arriving ${calendarDay(arrival ?? '')}` : t`in ${monthName(month)}`},{' '}
            {plural(travelers, { one: '# traveler', other: '# travelers' })}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Formats a destination id as a name such as `Bar Harbor`, for destinations that are no longer in the terms. */
function capitalize(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => (dash ? ' ' : '') + letter.toUpperCase());
}
