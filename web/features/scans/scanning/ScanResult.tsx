import type { ScanResponse } from '#schema/scans/scan.ts';
import { InfoMedal, TokenMedal } from '#web/features/scans/scanning/medals.tsx';
import { AfterFind, FindMeaning } from '#web/features/scans/scanning/moment/AfterFind.tsx';
import { ScanActions } from '#web/features/scans/scanning/ScanActions.tsx';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { useFocusOnArrival } from '#web/lib/react/focus-on-arrival.ts';
import { FactList } from '#web/ui/FactList.tsx';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';

interface ScanResultProps {
  scan: Scan;
  answer: ScanResponse;
  onAgain: () => void;
  onClose: () => void;
}

export function ScanResult({ scan, answer, onAgain, onClose }: ScanResultProps) {
  const { card, message, tokenBalance, tokensEarned } = answer;
  const heading = useFocusOnArrival<HTMLHeadingElement>();
  const earned = tokensEarned > 0;
  return (
    <div className="stack scan-panel scan-outcome">
      {earned ? <TokenMedal tokens={tokensEarned} /> : <InfoMedal />}
      <h3 ref={heading} tabIndex={-1}>
        {earned ? `You earned ${tokensLabel(tokensEarned)}!` : message || 'No token this time'}
      </h3>
      {earned && message && <p>{message}</p>}
      <FactList className="scan-facts" facts={{ Card: card.cardId, 'Your balance': tokensLabel(tokenBalance) }} />
      {card.location && (
        <p className="scan-place">
          <MapPinIcon />
          {card.location}
        </p>
      )}
      {earned && <FindMeaning answer={answer} />}
      <ScanActions onAgain={onAgain} onClose={onClose} />
      {earned && <AfterFind card={card} isSaid={scan.place !== undefined} />}
    </div>
  );
}
