import { Alert } from '#web/components/Alert.tsx';
import { keptScanId } from '#web/lib/offline/kept-scan.ts';
import { keptText, outcomeText } from '#web/lib/offline/outcome-words.ts';
import { tokenMemberId } from '#web/lib/offline/token-member.ts';
import { useKeptScans } from '#web/lib/offline/use-kept-scans.ts';

/** An arrival that waits on the device; once it is sent, what it brought. */
export function KeptArrival({ cardId, code }: { cardId: string; code: string | undefined }) {
  const memberId = tokenMemberId();
  const kept = useKeptScans(memberId).find(({ id }) => memberId !== null && id === keptScanId({ cardId, ...(code && { code }) }, memberId));
  const phase = kept?.fate.phase ?? 'waiting';
  const earned = kept?.fate.phase === 'counted' && kept.fate.tokensEarned > 0;
  return (
    <div role="status">
      <Alert tone={phase === 'refused' ? 'warning' : earned ? 'success' : 'info'} title={kept ? outcomeText(kept) : keptText} />
    </div>
  );
}
