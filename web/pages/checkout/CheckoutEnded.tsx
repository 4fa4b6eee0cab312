import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { isCardId } from '#schema/cards/card-id.ts';
import type { Order } from '#schema/orders/order.ts';
import placeArt from '#web/art/steps/step-place.svg';
import vacationArt from '#web/art/steps/step-vacation.svg';
import type { PaymentOutcome } from '#web/features/orders/order-api.ts';
import { PaidCards } from '#web/features/orders/PaidCards.tsx';
import { formatDollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { storedText } from '#web/lib/words/stored-text.ts';
import { useEndHeading } from '#web/pages/checkout/end-heading.ts';
import { InfoIcon } from '#web/ui/icons/shell-icons.tsx';

type ClosedStatus = Exclude<Order['status'], 'open' | 'paid'>;

const closedTexts = (): Record<ClosedStatus, { title: string; text: string }> => ({
  cancelled: { title: t`This order was canceled`, text: t`The order was discarded or not paid before the deadline. Nothing was charged.` },
  refunded: { title: t`This order was refunded`, text: t`The money is on its way back to your card.` },
  disputed: { title: t`This payment is in dispute`, text: t`The order is on hold while your bank reviews the payment.` },
});

function CheckoutClosed({ order, onRestart }: { order: Order; onRestart: () => void }) {
  const heading = useEndHeading();
  const { title, text } = closedTexts()[order.status as ClosedStatus];
  return (
    <section className="sheet stack checkout-end">
      <InfoIcon />
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p>{storedText(order.description)}</p>
      <p>{text}</p>
      <div className="checkout-ways">
        {order.status !== 'disputed' && (
          <button type="button" onClick={onRestart}>
            {t`Start a new order`}
          </button>
        )}
        <Link href={paths.dashboard()} className="button secondary">
          {t`Return to Dashboard`}
        </Link>
      </div>
    </section>
  );
}

const tierNames = { free: 'Free', basic: 'Basic', premium: 'Premium' };

/** Shows that the order is paid, as confirmed by the server, or that it can no longer be paid. */
export function CheckoutEnded({ outcome, onRestart }: { outcome: PaymentOutcome; onRestart: () => void }) {
  const heading = useEndHeading();
  const order = outcome.kind === 'order' ? outcome.order : null;
  if (order && order.status !== 'paid') return <CheckoutClosed order={order} onRestart={onRestart} />;
  const isCardOrder = order?.type === 'cache-cards';
  return (
    <section className="sheet stack checkout-end checkout-paid" role="status">
      <img src={isCardOrder ? placeArt : vacationArt} alt="" width={240} height={180} />
      <h1 ref={heading} tabIndex={-1}>
        {t`Payment Successful`}
      </h1>
      <p>{order ? paidText(order) : renewedText(outcome)}</p>
      {isCardOrder && order && <PaidCards order={order} />}
      <Link href={paths.dashboard()} className="button">
        {t`Return to Dashboard`}
      </Link>
    </section>
  );
}

function paidText({ type, checkoutId, description, amount }: Order): string {
  if (type === 'cache-cards')
    return isCardId(checkoutId)
      ? t`${description} for ${formatDollars(amount / 100)}. Thank you!`
      : t`${description} for ${formatDollars(amount / 100)}. Thank you! Now find a good spot for each card.`;
  return t`You’re now a ${tierNames[checkoutId === 'premium' ? 'premium' : 'basic']} member for one year. Welcome aboard!`;
}

function renewedText(outcome: PaymentOutcome): string {
  const tier = outcome.kind === 'renewal' ? outcome.membership.tier : 'basic';
  return t`Your ${tierNames[tier]} membership continues. Thank you for staying with us!`;
}
