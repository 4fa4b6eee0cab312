import type { ScanResponse } from '#schema/scans/scan.ts';
import { tokensLabel } from '#web/lib/format.ts';
import type { FailedArrival } from '#web/pages/card-landing/use-arrival-scan.ts';
import { TokenIcon } from '#web/ui/icons/found-icons.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

export function ArrivalReward({ response: { tokensEarned, tokenBalance, message } }: { response: ScanResponse }) {
  if (tokensEarned === 0) {
    return (
      <Alert tone="info" title={message}>
        Your balance: {tokensLabel(tokenBalance)}
      </Alert>
    );
  }
  return (
    <div className="cluster gap-4 arrival-earned" role="status">
      <TokenIcon />
      <div>
        <p className="arrival-title">You earned {tokensLabel(tokensEarned)}!</p>
        <p>Keep collecting: your balance is now {tokensLabel(tokenBalance)}.</p>
      </div>
    </div>
  );
}

export function ArrivalFailed({ failure: { message, canRetry }, onRetry }: { failure: FailedArrival; onRetry: () => void }) {
  return (
    <Alert tone="error" title="Scan failed">
      <p>{message}</p>
      {canRetry && (
        <button type="button" className="secondary button-small" onClick={onRetry}>
          Try again
        </button>
      )}
    </Alert>
  );
}
