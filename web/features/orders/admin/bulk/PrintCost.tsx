import '#web/features/orders/admin/orders.css';
import { useEffect, useRef } from 'react';
import { countryName } from '#web/features/accounts/account/country-name.ts';
import { type CostLine, groupByAddress, groupByCountry, type QuotedOrder } from '#web/features/orders/admin/bulk/print-orders.ts';
import { LossBadge } from '#web/features/orders/admin/LossBadge.tsx';
import { formatPrice, sizeNames } from '#web/features/printing/admin/print-labels.ts';
import { number, plural } from '#web/lib/format.ts';

interface PrintCostProps {
  quotedOrders: readonly QuotedOrder[];
  /** The total cost, formatted. */
  total: string;
  currency: string;
}

/** Cost of printing several orders, by country and by address. */
export function PrintCost({ quotedOrders, total, currency }: PrintCostProps) {
  const summary = useRef<HTMLParagraphElement>(null);
  useEffect(() => summary.current?.focus(), []);
  const cards = quotedOrders.reduce((sum, { order }) => sum + order.cards.length, 0);
  const addresses = groupByAddress(quotedOrders);
  return (
    <>
      <p ref={summary} tabIndex={-1}>
        <strong>{`${total} for ${plural(cards, 'card')} in ${plural(quotedOrders.length, 'order')}`}</strong>, with the cheapest shipping
      </p>
      <table className="framed-table print-costs" aria-label="Cost by country">
        <thead>
          <tr>
            {['Country', 'Orders', 'Cards', 'Cost'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groupByCountry(quotedOrders).map(({ key, country, cardSize, orders, cards: cardCount, cents }) => (
            <tr key={key}>
              <th scope="row">{/^[A-Z]{2}$/.test(country) ? countryName(country) : country}</th>
              <td>{number(orders.length)}</td>
              <td>{`${number(cardCount)} ${sizeNames[cardSize]}`}</td>
              <td>{formatPrice(cents, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary>{plural(addresses.length, 'address', 'addresses')}</summary>
        <ul className="plain-list stack gap-2">
          {addresses.map((line) => (
            <li key={line.key}>
              {`${describeAddress(line)}: ${plural(line.cards, 'card')}, ${formatPrice(line.cents, currency)} `}
              <LossBadge order={{ amount: line.paidCents, refunded: 0 }} cost={line.cents} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Such as `fay@demo.test, Boone, NC, US (orders 9 and 12)`. */
function describeAddress({ orders }: CostLine): string {
  const [first] = orders;
  const address = first?.order.shippingAddress;
  const place = [first?.order.member.email, address?.city, address?.state, address?.country].filter(Boolean).join(', ');
  const ids = orders.map(({ order }) => order.id).sort((one, other) => one - other);
  return `${place} (${ids.length === 1 ? 'order' : 'orders'} ${ids.join(', ')})`;
}
