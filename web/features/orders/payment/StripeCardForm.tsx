import { t } from '@lingui/core/macro';
import type { Stripe, StripeElements, StripeError, StripePaymentElement } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { CardFormSkeleton } from '#web/features/orders/payment/CardFormSkeleton.tsx';
import type { CardFormProps, PayResult } from '#web/features/orders/payment/card-form.ts';
import { currentAppearance, getStripe, onColorScheme } from '#web/features/orders/payment/stripe-elements.ts';
import { LockIcon } from '#web/ui/icons/order-icons.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

interface MountedElements {
  stripe: Stripe;
  elements: StripeElements;
}

/** Shows Stripe's Payment Element. Card details never leave Stripe's iframe. */
export function StripeCardForm({
  publishableKey,
  label,
  clientSecret,
  returnUrl,
  onPay,
  children,
}: CardFormProps & { publishableKey: string }) {
  const container = useRef<HTMLDivElement>(null);
  const mountedElements = useRef<MountedElements>(undefined);
  const [phase, setPhase] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attemptCount, setAttemptCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attemptCount` triggers a retry
  useEffect(() => {
    let isUnmounted = false;
    let element: StripePaymentElement | undefined;
    setPhase('loading');
    getStripe(publishableKey).then(
      (stripe) => {
        if (isUnmounted || !container.current) return;
        const elements = stripe.elements({ clientSecret, appearance: currentAppearance() });
        element = elements.create('payment', { layout: 'tabs' });
        element.on('ready', () => setPhase('ready'));
        element.on('loaderror', () => setPhase('failed'));
        element.mount(container.current);
        mountedElements.current = { stripe, elements };
      },
      () => !isUnmounted && setPhase('failed'),
    );
    const unsubscribe = onColorScheme(() => mountedElements.current?.elements.update({ appearance: currentAppearance() }));
    return () => {
      isUnmounted = true;
      unsubscribe();
      mountedElements.current = undefined;
      element?.destroy();
    };
  }, [publishableKey, clientSecret, attemptCount]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const form = mountedElements.current;
    if (form && phase === 'ready') onPay(() => confirmAtStripe(form, clientSecret, returnUrl));
  }

  return (
    <form className="card-form" noValidate onSubmit={submit} aria-label={label}>
      {phase === 'loading' && <CardFormSkeleton />}
      {phase === 'failed' && (
        <ErrorState
          title={t`The card form didn’t load`}
          message={t`We couldn’t reach our payment provider. Check your connection and make sure nothing blocks js.stripe.com.`}
          onRetry={() => setAttemptCount(attemptCount + 1)}
        />
      )}
      <div ref={container} className="stripe-box" hidden={phase === 'failed'} />
      {phase === 'ready' && (
        <>
          {children}
          <p className="pay-note">
            <LockIcon />
            {t`Your card number goes straight to Stripe. We never see it.`}
          </p>
        </>
      )}
    </form>
  );
}

/** Saves the card if the client secret is from a SetupIntent, or charges the card if it is from a PaymentIntent. */
async function confirmAtStripe({ stripe, elements }: MountedElements, clientSecret: string, returnUrl: string): Promise<PayResult> {
  const { error: submitError } = await elements.submit();
  if (submitError) return { status: 'unfinished' };
  const options = { elements, confirmParams: { return_url: returnUrl }, redirect: 'if_required' } as const;
  if (clientSecret.startsWith('seti_')) {
    const { error, setupIntent } = await stripe.confirmSetup(options);
    return toPayResult(setupIntent ?? error?.setup_intent, error);
  }
  const { error, paymentIntent } = await stripe.confirmPayment(options);
  // An error may include the PaymentIntent, which may have succeeded in another tab or in an attempt whose response was lost.
  return toPayResult(paymentIntent ?? error?.payment_intent, error);
}

function toPayResult(intent: { status: string } | undefined, error: StripeError | undefined): PayResult {
  const status = intent?.status;
  if (status === 'succeeded' || status === 'processing') return { status };
  if (error?.type === 'validation_error') return { status: 'unfinished' };
  if (error?.type === 'api_connection_error' || error?.type === 'api_error') return { status: 'silent' };
  return { status: 'refused', message: error?.message };
}
