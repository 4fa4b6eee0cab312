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

/** Shown once the form has submitted. Never offers to pay again. */
export function PaymentProgress({ state, onWait, onCheck }: PaymentProgressProps) {
  if (state.phase === 'waiting') return <Spinner label="Waiting for confirmation…" />;
  if (state.phase === 'unsure') {
    return (
      <div className="stack">
        <Alert tone="warning" title="The connection broke off">
          We could not see yet whether your payment went through. Check your network, then ask again before anything else.
        </Alert>
        <button
          type="button"
          aria-busy={state.isBusy || undefined}
          aria-disabled={state.isBusy || undefined}
          onClick={() => !state.isBusy && onCheck()}
        >
          {state.isBusy ? 'Checking your payment…' : 'Check my payment'}
        </button>
      </div>
    );
  }
  return (
    <div className="stack" role="status">
      <Alert tone="info" title="Your payment was received by the card provider">
        Its confirmation is still on the way to us and will appear here and on your dashboard shortly. There is nothing more for you to do.
      </Alert>
      <div className="cluster">
        <Link href={paths.dashboard()} className="button">
          Return to Dashboard
        </Link>
        <button type="button" className="secondary" onClick={onWait}>
          Check again
        </button>
      </div>
    </div>
  );
}
