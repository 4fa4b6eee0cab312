import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { PaymentState } from '#web/features/orders/payment/use-payment.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/states/Alert.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

interface PaymentProgressProps {
  state: Exclude<PaymentState, { phase: 'form' }>;
  onWait: () => void;
  onCheck: () => void;
}

/** Shows the progress of a submitted payment. Never offers to pay again, to prevent double payments. */
export function PaymentProgress({ state, onWait, onCheck }: PaymentProgressProps) {
  if (state.phase === 'waiting') return <Spinner label={t`Waiting for confirmation…`} />;
  if (state.phase === 'unsure') {
    return (
      <div className="stack">
        <Alert tone="warning" title={t`The connection was lost`}>
          {t`We don’t know yet whether your payment went through. Check your connection, then check your payment.`}
        </Alert>
        <button
          type="button"
          aria-busy={state.isBusy || undefined}
          aria-disabled={state.isBusy || undefined}
          onClick={() => !state.isBusy && onCheck()}
        >
          {state.isBusy ? t`Checking your payment…` : t`Check my payment`}
        </button>
      </div>
    );
  }
  return (
    <div className="stack" role="status">
      <Alert tone="info" title={t`Your payment is being confirmed`}>
        {t`Our payment provider has received it. You don’t need to do anything; your dashboard will show it shortly.`}
      </Alert>
      <div className="cluster">
        <Link href={paths.dashboard()} className="button">
          {t`Return to Dashboard`}
        </Link>
        <button type="button" className="secondary" onClick={onWait}>
          {t`Check again`}
        </button>
      </div>
    </div>
  );
}
