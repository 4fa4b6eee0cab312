import { lazy, Suspense } from 'react';
import { Alert } from '#web/components/Alert.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import type { CardFormProps } from '#web/components/orders/card-form.ts';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { errorText } from '#web/lib/api.ts';
import { useSiteConfig } from '#web/lib/site-config.ts';

const StripeCardForm = lazy(() => import('#web/components/orders/StripeCardForm.tsx').then((file) => ({ default: file.StripeCardForm })));
const LocalCardForm = lazy(() => import('#web/components/orders/LocalCardForm.tsx').then((file) => ({ default: file.LocalCardForm })));

/** The card form that fits how this site is set up: Stripe's own, the local one for its stand-in, or none. */
export function CardPayment(props: Omit<CardFormProps, 'returnUrl'>) {
  const { data: site, error, mutate } = useSiteConfig();
  if (error && !site) {
    return (
      <ErrorState
        title="The payment form could not be loaded"
        message={errorText(error, 'Please try again.')}
        onRetry={() => void mutate()}
      />
    );
  }
  if (!site) return <CardFormSkeleton />;
  const form = { ...props, returnUrl: `${site.publicOrigin}/` };
  if (site.stripePublishableKey === null && !site.localPayments) {
    return (
      <Alert tone="warning" title="Card payments are not set up here yet.">
        Your order stays open, and nothing was charged. Please come back later.
      </Alert>
    );
  }
  return (
    <Suspense fallback={<CardFormSkeleton />}>
      {site.stripePublishableKey === null ? (
        <LocalCardForm {...form} />
      ) : (
        <StripeCardForm {...form} publishableKey={site.stripePublishableKey} />
      )}
    </Suspense>
  );
}

/** The shape of a card form. */
export function CardFormSkeleton() {
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Loading the payment form…</span>
      <Skeleton height="3.25rem" />
      <Skeleton height="3.25rem" />
      <Skeleton height="3rem" />
    </div>
  );
}
