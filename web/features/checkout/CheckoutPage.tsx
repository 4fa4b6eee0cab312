import { useParams } from 'wouter';
import '#web/features/checkout/checkout.css';
import { checkoutTypes } from '#schema/order.ts';
import { OrderPayment } from '#web/components/orders/OrderPayment.tsx';
import { OrderSummary } from '#web/components/orders/OrderSummary.tsx';
import type { CheckoutType } from '#web/components/orders/order-api.ts';
import { Spinner } from '#web/components/Spinner.tsx';
import { CheckoutEnded } from '#web/features/checkout/CheckoutEnded.tsx';
import { CheckoutFailed } from '#web/features/checkout/CheckoutFailed.tsx';
import { PaymentArriving } from '#web/features/checkout/PaymentArriving.tsx';
import { useCheckout } from '#web/features/checkout/use-checkout.ts';

/** /checkout/{type}/{id}: where memberships and cards are paid. */
export function CheckoutPage() {
  const { type, id = '' } = useParams<{ type: string; id: string }>();
  const known = checkoutTypes.find((candidate) => candidate === type);
  if (!known || id === '') return <CheckoutFailed message="Invalid checkout URL" />;
  return <Checkout key={`${known}/${id}`} type={known} checkoutId={id} />;
}

function Checkout({ type, checkoutId }: { type: CheckoutType; checkoutId: string }) {
  const { state, end, retry, startAnew } = useCheckout(type, checkoutId);
  switch (state.phase) {
    case 'loading':
      return (
        <div className="checkout">
          <h1>Checkout</h1>
          <Spinner label="Preparing your order…" />
        </div>
      );
    case 'failed':
      return <CheckoutFailed message={state.message} onRetry={state.canRetry ? retry : undefined} />;
    case 'ended':
      return <CheckoutEnded outcome={state.outcome} onStartAnew={startAnew} />;
    case 'arriving':
      return (
        <div className="checkout">
          <h1>Checkout</h1>
          <PaymentArriving orderId={state.orderId} onOutcome={end} />
        </div>
      );
    case 'ready':
      return (
        <div className="checkout">
          <h1>Checkout</h1>
          <div className="checkout-columns">
            <div className="sheet checkout-summary">
              <OrderSummary payment={state.payment} />
            </div>
            <div className="sheet">
              <OrderPayment payment={state.payment} firstFailure={state.firstFailure} onOutcome={end} />
            </div>
          </div>
        </div>
      );
  }
}
