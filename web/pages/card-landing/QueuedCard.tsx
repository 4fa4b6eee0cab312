import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { getOutcomeText, queuedText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import { getQueuedScanId, type QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { useQueuedScans } from '#web/features/scans/scanning/offline/use-queued-scans.ts';
import { paths } from '#web/lib/paths.ts';
import { getTokenMemberId } from '#web/lib/token-member.ts';
import { FoundCardArt } from '#web/pages/card-landing/FoundCardArt.tsx';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

const titles = () =>
  ({
    waiting: t`Your find is saved`,
    counted: t`Cache Card Found!`,
    refused: t`This find didn’t count`,
  }) satisfies Record<QueuedScan['fate']['phase'], string>;

/** Shows a scan that is stored on the device, and its result once it has been sent. */
export function QueuedCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  const memberId = getTokenMemberId();
  const queuedScan = useQueuedScans(memberId).find(({ id }) => memberId !== null && id === getQueuedScanId({ cardId, code }, memberId));
  const phase = queuedScan?.fate.phase ?? 'waiting';
  const hasEarnedTokens = queuedScan?.fate.phase === 'counted' && queuedScan.fate.tokensEarned > 0;
  return (
    <div className="stack">
      <article className="sheet stack found-card">
        <FoundCardArt />
        <h1>{titles()[phase]}</h1>
        <div role="status">
          <Alert
            tone={phase === 'refused' ? 'warning' : hasEarnedTokens ? 'success' : 'info'}
            title={queuedScan ? getOutcomeText(queuedScan) : queuedText()}
          >
            {phase === 'waiting' && t`There’s no connection right now. Your find is saved on this device, and we’ll keep trying.`}
          </Alert>
        </div>
        {phase === 'waiting' && (
          <ActionButton className="secondary" pendingLabel={t`Trying…`} action={() => pageQueue.send({ isNetworkBack: true })}>
            {t`Try now`}
          </ActionButton>
        )}
        <dl className="stack gap-3 found-details">
          <div>
            <dt>{t`Card ID`}</dt>
            <dd className="code">{cardId}</dd>
          </div>
        </dl>
      </article>
      <Link href={paths.dashboard()} className="button button-block">
        {t`View Dashboard`}
      </Link>
    </div>
  );
}
