import type { ScanResponse } from '#schema/scan.ts';
import { MapPinIcon } from '#web/components/icons.tsx';
import { InfoMedal, TokenMedal } from '#web/components/scanner/medals.tsx';
import { ScanActions } from '#web/components/scanner/ScanActions.tsx';
import { useFocusOnArrival } from '#web/lib/focus-on-arrival.ts';
import { tokensLabel } from '#web/lib/format.ts';

interface ScanResultProps {
  answer: ScanResponse;
  onAgain: () => void;
  onClose: () => void;
}

/** What the scan brought, or why it brought nothing. */
export function ScanResult({ answer: { card, message, tokenBalance, tokensEarned }, onAgain, onClose }: ScanResultProps) {
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const earned = tokensEarned > 0;
  return (
    <div className="scan-panel scan-outcome">
      {earned ? <TokenMedal tokens={tokensEarned} /> : <InfoMedal />}
      <h3 ref={heading} tabIndex={-1}>
        {earned ? `You earned ${tokensLabel(tokensEarned)}!` : message || 'No token this time'}
      </h3>
      {earned && message && <p>{message}</p>}
      <dl className="scan-facts">
        <div>
          <dt>Card</dt>
          <dd>{card.cardId}</dd>
        </div>
        <div>
          <dt>Your balance</dt>
          <dd>{tokensLabel(tokenBalance)}</dd>
        </div>
      </dl>
      {card.location && (
        <p className="scan-place">
          <MapPinIcon />
          {card.location}
        </p>
      )}
      <ScanActions onAgain={onAgain} onClose={onClose} />
    </div>
  );
}
