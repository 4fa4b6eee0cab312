import { plural, t } from '@lingui/core/macro';
import { storedText } from '#web/lib/words/stored-text.ts';
import '#web/features/stays/stays.css';
import { nightsBetween, type StayOffer, sumOfferCosts } from '#schema/stays/stay.ts';
import { weekdayAndDay } from '#web/lib/calendar-day.ts';
import { formatDollars } from '#web/lib/format.ts';

export function TripDates({ offer: { arrival, departure } }: { offer: StayOffer }) {
  return (
    <dl className="trip-dates">
      <div>
        <dt>{t`Arrive`}</dt>
        <dd>
          <TripDay day={arrival} />
        </dd>
      </div>
      <div>
        <dt>{t`Leave`}</dt>
        <dd>
          <TripDay day={departure} />
        </dd>
      </div>
      <div className="trip-nights">
        <dt>{t`Stay`}</dt>
        <dd>{plural(nightsBetween(arrival, departure), { one: '# night', other: '# nights' })}</dd>
      </div>
    </dl>
  );
}

function TripDay({ day }: { day: string }) {
  return (
    <time dateTime={day}>
      {weekdayAndDay(day)} <small>{day.slice(0, 4)}</small>
    </time>
  );
}

export function OfferCosts({ offer: { costs } }: { offer: StayOffer }) {
  if (costs.length === 0) return <p>{t`There are no additional costs.`}</p>;
  return (
    <table className="stay-costs">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t`Cost`}</th>
          <th scope="col">{t`Amount`}</th>
        </tr>
      </thead>
      <tbody>
        {costs.map(({ name, chargedBy, when, cents }) => (
          <tr key={name}>
            <th scope="row">
              {storedText(name)}
              <small>{t`Charged by ${storedText(chargedBy)} ${storedText(when)}`}</small>
            </th>
            <td>{formatDollars(cents / 100)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t`Total`}</th>
          <td>{formatDollars(sumOfferCosts(costs) / 100)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Shows text from administrators or the travel provider, who write English, and preserves its line breaks. */
export function TripText({ children }: { children: string }) {
  return (
    <p className="trip-text" lang="en">
      {children}
    </p>
  );
}
