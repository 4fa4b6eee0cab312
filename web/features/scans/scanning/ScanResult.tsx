import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { InfoMedal, TokenMedal } from '#web/features/scans/scanning/medals.tsx';
import { AfterFind, FindExtras, FindMeaning } from '#web/features/scans/scanning/moment/AfterFind.tsx';
import { describeNoReward } from '#web/features/scans/scanning/moment/no-reward.ts';
import { ScanActions } from '#web/features/scans/scanning/ScanActions.tsx';
import type { Scan } from '#web/features/scans/scanning/send-scan.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { getNearbyCardsUrl } from '#web/lib/nearby-cards-url.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';

interface ScanResultProps {
  scan: Scan;
  response: ScanResponse;
  onRestart: () => void;
  onClose: () => void;
}

export function ScanResult({ scan, response, onRestart, onClose }: ScanResultProps) {
  const { card, message, tokenBalance, tokensEarned } = response;
  const heading = useFocusOnMount<HTMLHeadingElement>();
  const hasEarnedTokens = tokensEarned > 0;
  return (
    <div className="stack scan-panel scan-outcome">
      {hasEarnedTokens ? <TokenMedal tokens={tokensEarned} /> : <InfoMedal />}
      <h3 ref={heading} tabIndex={-1}>
        {hasEarnedTokens ? t`You earned ${tokensLabel(tokensEarned)}!` : t`No token this time`}
      </h3>
      {!hasEarnedTokens && <p>{describeNoReward(message)}</p>}
      <p className="scan-card">
        {card.location && <strong>{card.location}</strong>} <span className="code muted">{card.cardId}</span>
      </p>
      <p>
        {t`Your balance:`} <strong>{tokensLabel(tokenBalance)}</strong>
      </p>
      {hasEarnedTokens && <FindMeaning response={response} />}
      {hasEarnedTokens && card.place && (
        <Link href={getNearbyCardsUrl(card.place)} className="standalone-link">{t`Next card near here`}</Link>
      )}
      {hasEarnedTokens && <FindExtras cardId={card.cardId} />}
      <ScanActions onRestart={onRestart} onClose={onClose} />
      {!card.isOwn && <AfterFind card={card} isNewFind={hasEarnedTokens} isPlaceShared={scan.place !== undefined} />}
    </div>
  );
}
