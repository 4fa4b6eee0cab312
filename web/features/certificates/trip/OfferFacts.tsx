import '#web/features/stays/stays.css';
import { nightsBetween, type StayOffer, sumOfferCosts } from '#schema/stays/stay.ts';
import { weekdayAndDay } from '#web/lib/calendar-day.ts';
import { formatDollars, plural } from '#web/lib/format.ts';

export function TripDates({ offer: { arrival, departure } }: { offer: StayOffer }) {
  return (
    <dl className="trip-dates">
      <div>
        <dt>Arrive</dt>
        <dd>
          <TripDay day={arrival} />
        </dd>
      </div>
      <div>
        <dt>Leave</dt>
        <dd>
          <TripDay day={departure} />
        </dd>
      </div>
      <div className="trip-nights">
        <dt>Stay</dt>
        <dd>{plural(nightsBetween(arrival, departure), 'night')}</dd>
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
  if (costs.length === 0) return <p>There are no additional costs.</p>;
  return (
    <table className="stay-costs">
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Cost</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {costs.map(({ name, chargedBy, when, cents }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              <small>
                Charged by {chargedBy} {when}
              </small>
            </th>
            <td>{formatDollars(cents / 100)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>{formatDollars(sumOfferCosts(costs) / 100)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Shows text from administrators or the travel provider and preserves its line breaks. */
export function TripText({ children }: { children: string }) {
  return <p className="trip-text">{children}</p>;
}
