import { t } from '@lingui/core/macro';
import { travelerMinAgeYears, travelerRetentionSeconds } from '#schema/rules.ts';
import { earliestBirthDate, type Traveler } from '#schema/stays/stay.ts';
import { utcDay } from '#web/lib/calendar-day.ts';
import { now } from '#web/lib/react/now.ts';
import { FormField } from '#web/ui/forms/form-inputs.tsx';

export const emptyTraveler: Traveler = { fullName: '', birthDate: '', email: '', phone: '' };

const daysKept = travelerRetentionSeconds / 86_400;

export function TravelerFields() {
  return (
    <>
      <FormField
        label={t`Full name`}
        name="traveler.fullName"
        autoComplete="name"
        autoCapitalize="words"
        spellCheck={false}
        hint={t`In Latin letters, exactly as shown on the passport or ID. The hotel will verify it at check-in.`}
      />
      <FormField
        label={t`Date of birth`}
        name="traveler.birthDate"
        type="date"
        autoComplete="bday"
        min={earliestBirthDate}
        max={yearsAgo(travelerMinAgeYears)}
        hint={t`${travelerMinAgeYears} or older`}
      />
      <div className="form-row">
        <FormField label={t`Email`} name="traveler.email" type="email" inputMode="email" autoComplete="email" spellCheck={false} />
        <FormField
          label={t`Phone`}
          name="traveler.phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+1 828 555 0100"
          hint={t`For the hotel. Include the country code.`}
        />
      </div>
      <p className="muted small">{t`Only the hotel and the people who book your stay see these details. We delete them ${daysKept} days after the stay.`}</p>
    </>
  );
}

function yearsAgo(years: number): string {
  const today = utcDay(now());
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`;
}
