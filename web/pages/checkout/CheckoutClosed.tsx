import { Link } from 'wouter';
import type { Order } from '#schema/orders/order.ts';
import { paths } from '#web/lib/paths.ts';
import { useEndHeading } from '#web/pages/checkout/end-heading.ts';
import { InfoIcon } from '#web/ui/icons/shell-icons.tsx';

type ClosedStatus = Exclude<Order['status'], 'open' | 'paid'>;

const closedTexts: Record<ClosedStatus, { title: string; text: string }> = {
  cancelled: { title: 'This order was cancelled', text: 'It was discarded or not paid in time. Nothing was charged.' },
  refunded: { title: 'This order was refunded', text: 'The money is on its way back to your card.' },
  disputed: { title: 'This payment is in dispute', text: 'The order is on hold while your bank reviews the payment.' },
};

export function CheckoutClosed({ order, onRestart }: { order: Order; onRestart: () => void }) {
  const heading = useEndHeading();
  const { title, text } = closedTexts[order.status as ClosedStatus];
  return (
    <section className="sheet stack checkout-end">
      <InfoIcon />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>
        {order.description}. {text}
      </p>
      <div className="checkout-ways">
        {order.status !== 'disputed' && (
          <button type="button" onClick={onRestart}>
            Start a new order
          </button>
        )}
        <Link href={paths.dashboard()} className="button secondary">
          Return to Dashboard
        </Link>
      </div>
    </section>
  );
}
