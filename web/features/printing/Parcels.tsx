import '#web/features/printing/parcels.css';
import { type Parcel, ParcelList } from '#schema/printing/print.ts';
import { Tracking } from '#web/features/printing/Tracking.tsx';
import { useQuery } from '#web/lib/api/query.ts';
import { date, plural } from '#web/lib/format.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';
import { ParcelIcon } from '#web/ui/icons/order-icons.tsx';

const states: Record<Parcel['status'], { words: string; tone: BadgeTone; since: string }> = {
  waiting: { words: 'Waiting to be printed', tone: 'grey', since: 'Paid' },
  printing: { words: 'Being printed', tone: 'yellow', since: 'Since' },
  shipped: { words: 'Shipped', tone: 'green', since: 'On' },
};

export function Parcels() {
  const { data: parcels } = useQuery('/api/orders/parcels', ParcelList, { keepsPreviousData: true, revalidatesOnMount: true });
  if (!parcels || parcels.length === 0) return null;
  return (
    <section className="sheet" aria-labelledby="parcels-title">
      <h2 id="parcels-title">Card deliveries</h2>
      <ul className="plain-list parcels">
        {parcels.map((parcel) => (
          <ParcelLine key={parcel.orderId} parcel={parcel} />
        ))}
      </ul>
    </section>
  );
}

function ParcelLine({ parcel: { quantity, status, tracking, at } }: { parcel: Parcel }) {
  const { words, tone, since } = states[status];
  return (
    <li>
      <ParcelIcon />
      <span>
        {plural(quantity, 'Cache Card')}
        <span className="muted small">
          {' '}
          {since} <time dateTime={at}>{date(at)}</time>
        </span>
      </span>
      <Badge tone={tone}>{words}</Badge>
      {tracking && (
        <span className="parcel-tracking small">
          {!tracking.startsWith('https://') && (tracking.includes('\n') ? 'Parcels ' : 'Parcel ')}
          <Tracking tracking={tracking} />
        </span>
      )}
    </li>
  );
}
