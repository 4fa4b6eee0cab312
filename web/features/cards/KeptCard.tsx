import { Link } from 'wouter';
import { ActionButton } from '#web/components/ActionButton.tsx';
import { Alert } from '#web/components/Alert.tsx';
import { FoundCardArt } from '#web/features/cards/FoundCardArt.tsx';
import { type KeptScan, keptScanId } from '#web/lib/offline/kept-scan.ts';
import { keptText, outcomeText } from '#web/lib/offline/outcome-words.ts';
import { pageQueue } from '#web/lib/offline/page-queue.ts';
import { tokenMemberId } from '#web/lib/offline/token-member.ts';
import { useKeptScans } from '#web/lib/offline/use-kept-scans.ts';
import { paths } from '#web/paths.ts';

const titles = {
  waiting: 'Out of reach, but not lost',
  counted: 'Cache Card Found!',
  refused: 'This find did not count',
} as const satisfies Record<KeptScan['fate']['phase'], string>;

/** A card that could not be asked about: nothing can be told of it yet, but the find is kept. Once it is sent, what it brought. */
export function KeptCard({ cardId, code }: { cardId: string; code: string | undefined }) {
  const memberId = tokenMemberId();
  const kept = useKeptScans(memberId).find(({ id }) => memberId !== null && id === keptScanId({ cardId, code }, memberId));
  const phase = kept?.fate.phase ?? 'waiting';
  const earned = kept?.fate.phase === 'counted' && kept.fate.tokensEarned > 0;
  return (
    <div className="stack">
      <article className="sheet found-card">
        <FoundCardArt />
        <h1>{titles[phase]}</h1>
        <div role="status">
          <Alert tone={phase === 'refused' ? 'warning' : earned ? 'success' : 'info'} title={kept ? outcomeText(kept) : keptText}>
            {phase === 'waiting' && 'No answer came from the network. Your find is safe on this device, and we keep trying.'}
          </Alert>
        </div>
        {phase === 'waiting' && (
          <ActionButton className="secondary" pendingLabel="Trying…" action={() => pageQueue.send({ networkIsBack: true })}>
            Try now
          </ActionButton>
        )}
        <dl className="found-details">
          <div>
            <dt>Card ID</dt>
            <dd className="code">{cardId}</dd>
          </div>
        </dl>
      </article>
      <Link href={paths.dashboard()} className="button button-block">
        View Dashboard
      </Link>
    </div>
  );
}
