import { Link } from 'wouter';
import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { stateText } from '#web/features/admin/cells.tsx';
import { orderUrl } from '#web/features/admin/urls.ts';
import { MemberLink } from '#web/features/cards/admin/MemberLink.tsx';
import { AdminCardStatus } from '#web/features/cards/admin/status/AdminCardStatus.tsx';
import { date, dateTime, number } from '#web/lib/format.ts';
import { Fact } from '#web/ui/FactList.tsx';

export function CardRecord({ details: { card, order, printOrder } }: { details: AdminCardDetails }) {
  const { latitude, longitude } = card;
  return (
    <dl className="record-facts">
      <Fact name="Status">
        <AdminCardStatus status={card.status} />
      </Fact>
      <Fact name="Owner">{card.userInfo ? <MemberLink member={card.userInfo} /> : card.isTest ? 'No owner (test card)' : 'No owner'}</Fact>
      <Fact name="Scans">
        {number(card.totalScans)}, {number(card.tokensEarned)} tokens paid
      </Fact>
      <Fact name="Location">{card.location ?? 'Not placed'}</Fact>
      <Fact name="Coordinates">{latitude === null || longitude === null ? 'None' : `${latitude}, ${longitude}`}</Fact>
      <Fact name="Placed">{placement(card)}</Fact>
      <Fact name="Created">{dateTime(card.createdAt)}</Fact>
      <Fact name="Order">
        {order ? <Link href={orderUrl(order.id)}>{`Order ${order.id}`}</Link> : 'None'}
        {order && `, ${stateText(order.status)}${order.paidAt ? `${order.status === 'paid' ? '' : ', paid'} ${date(order.paidAt)}` : ''}`}
      </Fact>
      <Fact name="Print order">
        {printOrder ? [printOrder.reference, stateText(printOrder.status), ...(printOrder.tracking?.split('\n') ?? [])].join(', ') : 'None'}
      </Fact>
      <Fact name="Description" className="record-wide">
        {card.description ?? 'None'}
      </Fact>
    </dl>
  );
}

function placement({ placedDate, placementAt, placementConfirmedAt }: AdminCardDetails['card']): string {
  if (placementConfirmedAt) return `${date(placementAt ?? placementConfirmedAt)}, confirmed ${date(placementConfirmedAt)}`;
  if (placementAt) return `${date(placementAt)}, not confirmed by a find yet`;
  return placedDate ? `Active since ${date(placedDate)}` : 'Not yet';
}
