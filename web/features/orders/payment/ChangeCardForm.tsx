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
import { dollarsFrom } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

interface ChangeCardFormProps {
  membership: Membership;
  onChanged: (changed: CardChanged) => void;
}

type Opening = { phase: 'loading' } | { phase: 'ready'; clientSecret: string } | { phase: 'failed'; message: string };

/** Keeps the typed card details if the card is refused. */
export function ChangeCardForm({ membership, onChanged }: ChangeCardFormProps) {
  const [opening, setOpening] = useState<Opening>({ phase: 'loading' });
  const [round, setRound] = useState(0);
  const { isBusy, failure, give } = useGiving(onChanged);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` triggers a retry
  useEffect(() => {
    let hasLeft = false;
    setOpening({ phase: 'loading' });
    openCardChange().then(
      (clientSecret) => !hasLeft && setOpening({ phase: 'ready', clientSecret }),
      (error: unknown) => !hasLeft && setOpening({ phase: 'failed', message: errorText(error, 'Please try again.') }),
    );
    return () => {
      hasLeft = true;
    };
  }, [round]);

  if (opening.phase === 'loading') return <CardFormSkeleton />;
  if (opening.phase === 'failed')
    return <ErrorState title="The card form could not be opened" message={opening.message} onRetry={() => setRound(round + 1)} />;
  const { clientSecret } = opening;
  return (
    <CardPayment
      label="New card"
      clientSecret={clientSecret}
      returnPath={paths.account('membership')}
      onPay={(attempt) => void give(clientSecret, attempt)}
    >
      {failure && (
        <Alert tone="error" title="Your card was not changed">
          {failure}
        </Alert>
      )}
      <PayButton label="Save this card" pendingLabel="Saving…" isBusy={isBusy} terms={getTerms(membership)} />
    </CardPayment>
  );
}

function getTerms({ state, renewalAmount }: Membership): string {
  if (state === 'grace' && renewalAmount !== null)
    return `We charge this card ${dollarsFrom(renewalAmount / 100)} for your open renewal now, and for each later renewal until you cancel.`;
  if (state === 'cancelling') return 'Nothing is charged now. Your membership won’t renew unless you resume it.';
  return 'Nothing is charged now. We’ll charge this card for your yearly renewal until you cancel.';
}

function useGiving(onChanged: (changed: CardChanged) => void) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isGiving = useRef(false);

  async function follow(setupIntent: string, result: PayResult) {
    switch (result.status) {
      case 'succeeded':
      case 'processing':
      case 'silent':
        return onChanged(await confirmCardChange(setupIntent));
      case 'refused':
        return setFailure(result.message ?? 'The card was refused. Please try another one.');
      case 'unfinished':
      case 'redirecting':
    }
  }

  async function give(clientSecret: string, attempt: () => Promise<PayResult>) {
    if (isGiving.current) return;
    isGiving.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await follow(clientSecret.slice(0, clientSecret.indexOf('_secret_')), await attempt());
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'));
    } finally {
      isGiving.current = false;
      setBusy(false);
    }
  }

  return { isBusy, failure, give };
}
