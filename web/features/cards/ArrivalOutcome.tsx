import { Alert } from '#web/components/Alert.tsx';
import { TokenIcon } from '#web/components/icons.tsx';
import { Spinner } from '#web/components/Spinner.tsx';
import { KeptArrival } from '#web/features/cards/KeptArrival.tsx';
import type { ArrivalScanState } from '#web/features/cards/use-arrival-scan.ts';
import { tokensLabel } from '#web/lib/format.ts';

interface ArrivalOutcomeProps {
  cardId: string;
  code: string | undefined;
  state: ArrivalScanState;
  onRetry: () => void;
}

/** What arriving at the card brought. */
export function ArrivalOutcome({ cardId, code, state, onRetry }: ArrivalOutcomeProps) {
  if (state.phase === 'waiting' || state.phase === 'sending') return <Spinner label="Collecting the card…" />;
  if (state.phase === 'failed') {
    return (
      <Alert tone="error" title="Scan failed">
        <p>{state.message}</p>
        {state.canRetry && (
          <button type="button" className="secondary button-small" onClick={onRetry}>
            Try again
          </button>
        )}
      </Alert>
    );
  }
  if (state.phase === 'kept') return <KeptArrival cardId={cardId} code={code} />;
  const { tokensEarned, tokenBalance, message } = state.answer;
  if (tokensEarned === 0) {
    return (
      <Alert tone="info" title={message}>
        Your balance: {tokensLabel(tokenBalance)}
      </Alert>
    );
  }
  return (
    <div className="arrival-earned" role="status">
      <TokenIcon />
      <div>
        <p className="arrival-title">You earned {tokensLabel(tokensEarned)}!</p>
        <p>Keep collecting: your balance is now {tokensLabel(tokenBalance)}.</p>
      </div>
    </div>
  );
}
