import { t } from '@lingui/core/macro';
import '#web/features/orders/payment/payment.css';
import { useEffect, useRef, useState } from 'react';
import type { Membership } from '#schema/memberships/membership.ts';
import type { CardChanged } from '#schema/memberships/payment-card.ts';
import { CardFormSkeleton } from '#web/features/orders/payment/CardFormSkeleton.tsx';
import { CardPayment } from '#web/features/orders/payment/CardPayment.tsx';
import type { PayResult } from '#web/features/orders/payment/card-form.ts';
import { PayButton } from '#web/features/orders/payment/PayButton.tsx';
import { confirmCardChange, openCardChange } from '#web/features/orders/payment/payment-card-api.ts';
import { errorText } from '#web/lib/api-error.ts';
import { formatDollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

type CardChangeState = { phase: 'loading' } | { phase: 'ready'; clientSecret: string } | { phase: 'failed'; message: string };

/** Preserves the typed card details if the card is declined. */
export function ChangeCardForm({ membership, onChanged }: { membership: Membership; onChanged: (result: CardChanged) => void }) {
  const [cardChange, setCardChange] = useState<CardChangeState>({ phase: 'loading' });
  const [attemptCount, setAttemptCount] = useState(0);
  const { isBusy, failure, submitCard } = useCardChange(onChanged);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `attemptCount` triggers a retry
  useEffect(() => {
    let isUnmounted = false;
    setCardChange({ phase: 'loading' });
    openCardChange().then(
      (clientSecret) => !isUnmounted && setCardChange({ phase: 'ready', clientSecret }),
      (error: unknown) => !isUnmounted && setCardChange({ phase: 'failed', message: errorText(error, t`Please try again.`) }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [attemptCount]);

  if (cardChange.phase === 'loading') return <CardFormSkeleton />;
  if (cardChange.phase === 'failed')
    return (
      <ErrorState
        title={t`The card form could not be opened`}
        message={cardChange.message}
        onRetry={() => setAttemptCount(attemptCount + 1)}
      />
    );
  const { clientSecret } = cardChange;
  return (
    <CardPayment
      label={t`New card`}
      clientSecret={clientSecret}
      returnPath={paths.account('membership')}
      onPay={(attempt) => void submitCard(clientSecret, attempt)}
    >
      {failure && (
        <Alert tone="error" title={t`Couldn’t change your card`}>
          {failure}
        </Alert>
      )}
      <PayButton label={t`Save this card`} pendingLabel={t`Saving…`} isBusy={isBusy} terms={getTerms(membership)} />
    </CardPayment>
  );
}

function getTerms({ state, renewalAmount }: Membership): string {
  if (state === 'grace' && renewalAmount !== null)
    return t`We’ll charge this card ${formatDollars(renewalAmount / 100)} now for your unpaid renewal, and for each later renewal until you cancel.`;
  if (state === 'cancelling') return t`Nothing is charged now. Your membership won’t renew unless you resume it.`;
  return t`Nothing is charged now. We’ll charge this card for your yearly renewal until you cancel.`;
}

function useCardChange(onChanged: (result: CardChanged) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isSubmitting = useRef(false);

  async function handleResult(setupIntent: string, result: PayResult) {
    switch (result.status) {
      case 'succeeded':
      case 'processing':
      case 'silent':
        return onChanged(await confirmCardChange(setupIntent));
      case 'refused':
        return setFailure(result.message ?? t`The card was declined. Please try another one.`);
      case 'unfinished':
      case 'redirecting':
    }
  }

  async function submitCard(clientSecret: string, attempt: () => Promise<PayResult>) {
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await handleResult(clientSecret.slice(0, clientSecret.indexOf('_secret_')), await attempt());
    } catch (error) {
      setFailure(errorText(error, t`Please try again.`));
    } finally {
      isSubmitting.current = false;
      setBusy(false);
    }
  }

  return { isBusy, failure, submitCard };
}
