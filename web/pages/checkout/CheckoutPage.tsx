import { t } from '@lingui/core/macro';
import { Link, useLocation, useParams } from 'wouter';
import '#web/pages/checkout/checkout.css';
import { useEffect, useRef } from 'react';
import { checkoutTypes } from '#schema/orders/order.ts';
import { membershipPriceCents } from '#schema/rules.ts';
import { OrderSummary } from '#web/features/orders/OrderSummary.tsx';
import type { CheckoutType, PaymentOutcome } from '#web/features/orders/order-api.ts';
import { BalanceProof, OrderPayment } from '#web/features/orders/payment/OrderPayment.tsx';
import { PaymentProgress } from '#web/features/orders/payment/PaymentProgress.tsx';
import { usePayment } from '#web/features/orders/payment/use-payment.ts';
import { dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { CheckoutEnded } from '#web/pages/checkout/CheckoutEnded.tsx';
import { useEndHeading } from '#web/pages/checkout/end-heading.ts';
import { useCheckout } from '#web/pages/checkout/use-checkout.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { AlertIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';
import { DoneMark } from '#web/ui/states/DoneMark.tsx';
import { HiddenFromViewers } from '#web/ui/states/HiddenFromViewers.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

export function CheckoutPage() {
  const { type, id = '' } = useParams<{ type: string; id: string }>();
  if (isViewing()) return <HiddenFromViewers heading="h1" />;
  const checkoutType = checkoutTypes.find((candidate) => candidate === type);
  if (!checkoutType || id === '') return <CheckoutFailed message={t`Invalid checkout URL`} />;
  return <Checkout key={`${checkoutType}/${id}`} type={checkoutType} checkoutId={id} />;
}

function Checkout({ type, checkoutId }: { type: CheckoutType; checkoutId: string }) {
  const { state, end, retry, restart } = useCheckout(type, checkoutId);
  switch (state.phase) {
    case 'loading':
      return (
        <div className="stack gap-5 checkout">
          <h1>{t`Checkout`}</h1>
          <Spinner label={t`Preparing your order…`} />
        </div>
      );
    case 'failed':
      return <CheckoutFailed message={state.message} onRetry={state.canRetry ? retry : undefined} />;
    case 'owned':
      return <MembershipOwned />;
    case 'plan_needed':
      return <PlanNeeded />;
    case 'proof':
      return (
        <div className="stack gap-5 checkout">
          <h1>{t`Checkout`}</h1>
          <div className="sheet">
            <BalanceProof.Component type={type} checkoutId={checkoutId} onProved={retry} />
          </div>
        </div>
      );
    case 'ended':
      return <CheckoutEnded outcome={state.outcome} onRestart={restart} />;
    case 'arriving':
      return (
        <div className="stack gap-5 checkout">
          <h1>{t`Checkout`}</h1>
          <PaymentArriving orderId={state.orderId} onOutcome={end} />
        </div>
      );
    case 'ready':
      return (
        <div className="stack gap-5 checkout">
          <header>
            <Link href={type === 'membership' ? paths.account('membership') : paths.cacheCards} className="standalone-link checkout-back">
              <BackIcon />
              {type === 'membership' ? t`Membership` : t`Your cards`}
            </Link>
            <h1>{t`Checkout`}</h1>
          </header>
          <div className="stack gap-5 checkout-columns">
            <div className="sheet checkout-summary">
              <OrderSummary payment={state.payment} />
            </div>
            <div className="sheet">
              <OrderPayment payment={state.payment} initialFailure={state.initialFailure} onOutcome={end} />
            </div>
          </div>
        </div>
      );
  }
}

function CheckoutFailed({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) {
  const [, navigate] = useLocation();
  const heading = useEndHeading();
  return (
    <section className="sheet stack checkout-end" role="alert">
      <AlertIcon />
      <h1 ref={heading} tabIndex={-1}>
        {t`Payment Error`}
      </h1>
      <p>{message}</p>
      <div className="checkout-ways">
        {onRetry && (
          <button type="button" onClick={onRetry}>
            {t`Try Again`}
          </button>
        )}
        <button type="button" className="secondary" onClick={() => navigate(paths.home)}>
          <BackIcon />
          {t`Go Back`}
        </button>
      </div>
    </section>
  );
}

function PlanNeeded() {
  const heading = useEndHeading();
  return (
    <section className="sheet stack checkout-end">
      <InfoIcon />
      <h1 ref={heading} tabIndex={-1}>
        {t`Choose a plan first`}
      </h1>
      <p>
        {t`Cache Cards are for paying members. Basic is ${dollars(membershipPriceCents.basic)} a year, Premium ${dollars(membershipPriceCents.premium)}.`}
      </p>
      <div className="checkout-ways">
        <Link href={paths.account('membership')} className="button treasure">
          {t`Choose a plan`}
        </Link>
      </div>
    </section>
  );
}

function MembershipOwned() {
  const heading = useEndHeading();
  return (
    <section className="sheet stack checkout-end">
      <DoneMark />
      <h1 ref={heading} tabIndex={-1}>
        {t`You’re all set`}
      </h1>
      <p>{t`You already have this membership or a better one, so there’s nothing to pay.`}</p>
      <div className="checkout-ways">
        <Link href={paths.dashboard()} className="button">
          {t`Go to Dashboard`}
        </Link>
        <Link href={paths.account('membership')} className="button secondary">
          {t`Your membership`}
        </Link>
      </div>
    </section>
  );
}

/** Waits for the server to confirm a payment that the bank has approved. */
function PaymentArriving({ orderId, onOutcome }: { orderId: number | null; onOutcome: (outcome: PaymentOutcome) => void }) {
  const { state, check, awaitPayment } = usePayment(orderId, onOutcome);
  const hasBegun = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void awaitPayment();
  }, []);

  return (
    <div className="sheet">
      <PaymentProgress
        state={state.phase === 'form' ? { phase: 'waiting' } : state}
        onWait={() => void awaitPayment()}
        onCheck={() => void check()}
      />
    </div>
  );
}
