import { t } from '@lingui/core/macro';
import { CardFormSkeleton } from '#web/features/orders/payment/CardFormSkeleton.tsx';
import type { CardFormProps } from '#web/features/orders/payment/card-form.ts';
import { errorText } from '#web/lib/api-error.ts';
import { page } from '#web/lib/react/page.tsx';
import { useSiteConfig } from '#web/lib/site-config.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

const StripeCardForm = page(
  () => import('#web/features/orders/payment/StripeCardForm.tsx').then((file) => file.StripeCardForm),
  <CardFormSkeleton />,
).Component;
const LocalCardForm = page(
  () => import('#web/features/orders/payment/LocalCardForm.tsx').then((file) => file.LocalCardForm),
  <CardFormSkeleton />,
).Component;

interface CardPaymentProps extends Omit<CardFormProps, 'returnUrl'> {
  returnPath?: string;
}

/** Shows Stripe's form, the form for the local Stripe fake, or a notice, depending on the configuration. */
export function CardPayment({ returnPath = '/', ...props }: CardPaymentProps) {
  const { data: site, error, mutate } = useSiteConfig();
  if (error && !site) {
    return (
      <ErrorState
        title={t`Couldn’t load the payment form`}
        message={errorText(error, t`Please try again.`)}
        onRetry={() => void mutate()}
      />
    );
  }
  if (!site) return <CardFormSkeleton />;
  const form = { ...props, returnUrl: `${site.publicOrigin}${returnPath}` };
  if (site.stripePublishableKey === null && !site.localPayments) {
    return (
      <Alert tone="warning" title={t`Card payments aren’t available yet.`}>
        {t`Nothing was charged. Your order stays open, so please come back later.`}
      </Alert>
    );
  }
  return site.stripePublishableKey === null ? (
    <LocalCardForm {...form} />
  ) : (
    <StripeCardForm {...form} publishableKey={site.stripePublishableKey} />
  );
}
