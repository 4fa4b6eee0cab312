import { t } from '@lingui/core/macro';
import '#web/features/orders/payment/payment.css';
import { useEffect, useId, useRef, useState } from 'react';
import type { Order, PaymentIntentResponse } from '#schema/orders/order.ts';
import { renewalTerms } from '#web/features/memberships/renewal-terms.ts';
import { Delivery } from '#web/features/orders/Delivery.tsx';
import type { PaymentOutcome } from '#web/features/orders/order-api.ts';
import { CardPayment } from '#web/features/orders/payment/CardPayment.tsx';
import { PayButton } from '#web/features/orders/payment/PayButton.tsx';
import { PaymentProgress } from '#web/features/orders/payment/PaymentProgress.tsx';
import { usePayment } from '#web/features/orders/payment/use-payment.ts';
import { formatDollars } from '#web/lib/format.ts';
import { page } from '#web/lib/react/page.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Loaded only for payments from the balance, because their forms need React Hook Form. */
export const BalanceProof = page(() => import('#web/features/orders/payment/BalanceProof.tsx').then((file) => file.BalanceProof));
const BalancePayment = page(() => import('#web/features/orders/payment/BalancePayment.tsx').then((file) => file.BalancePayment));

interface OrderPaymentProps {
  payment: PaymentIntentResponse;
  initialFailure?: string | null;
  onOutcome: (outcome: PaymentOutcome) => void;
}

/** Guides the member through a payment: choosing the delivery, filling in the card form, and waiting for the server's confirmation. */
export function OrderPayment({ payment, initialFailure = null, onOutcome }: OrderPaymentProps) {
  const titleId = useId();
  const [order, setOrder] = useState<Order | null>(payment.order);
  const isCardOrder = order?.type === 'cache-cards';
  const { clientSecret } = payment;
  const { amount, dueNow } = payment.orderDetails;
  const terms = isCardOrder ? null : renewalTerms(amount + (order?.credit ?? 0), { isFromBalance: clientSecret === null });
  const [isEditing, setIsEditing] = useState(isCardOrder && order.delivery === null);
  const { state, pay, check, awaitPayment } = usePayment(order?.id ?? null, onOutcome, initialFailure);
  const isFormShown = state.phase === 'form';
  const buttonProps = { pendingLabel: t`Paying…`, isBusy: isFormShown && state.isBusy, terms };
  const failure = isFormShown && state.failure && (
    <Alert tone="error" title={t`Payment Failed`}>
      {state.failure}
    </Alert>
  );
  // Hides the card form instead of unmounting it, to preserve the typed values.
  const [wasPaymentReached, setWasPaymentReached] = useState(!isEditing);
  if (!isEditing && !wasPaymentReached) setWasPaymentReached(true);

  const heading = useRef<HTMLHeadingElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) heading.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  return (
    <div className="stack gap-6 order-payment">
      {isCardOrder && (
        <Delivery
          order={order}
          isEditing={isEditing}
          canEdit={isFormShown && !state.isBusy}
          onEdit={() => setIsEditing(true)}
          onSaved={(updatedOrder) => {
            setOrder(updatedOrder);
            setIsEditing(false);
          }}
        />
      )}
      {wasPaymentReached && (
        <section className="stack pay-step" aria-labelledby={titleId} hidden={isEditing}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {t`Payment`}
          </h2>
          <div hidden={!isFormShown}>
            {clientSecret === null ? (
              <BalancePayment.Component
                orderId={order?.id ?? 0}
                label={t`Pay ${formatDollars(amount / 100)} from my balance`}
                failure={failure}
                onPay={pay}
                {...buttonProps}
              />
            ) : (
              <CardPayment label={t`Card payment`} clientSecret={clientSecret} onPay={(attempt) => void pay(attempt)}>
                {failure}
                <PayButton label={t`Pay ${formatDollars(dueNow / 100)}`} {...buttonProps} />
              </CardPayment>
            )}
          </div>
          {!isFormShown && <PaymentProgress state={state} onWait={() => void awaitPayment()} onCheck={() => void check()} />}
        </section>
      )}
    </div>
  );
}
