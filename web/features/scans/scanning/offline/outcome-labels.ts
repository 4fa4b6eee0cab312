import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { plural, tokensLabel } from '#web/lib/format.ts';
import type { ToastMessage } from '#web/lib/react/toast.ts';

export const queuedText = 'Saved. We’ll send it when you’re back online.';

export function getOutcomeText({ fate }: QueuedScan): string {
  if (fate.phase === 'counted' && fate.tokensEarned > 0) return `You earned ${tokensLabel(fate.tokensEarned)}!`;
  return fate.phase === 'waiting' ? queuedText : fate.message;
}

export function createOutcomeToast(scans: QueuedScan[]): ToastMessage {
  const refusedCount = scans.filter(({ fate }) => fate.phase === 'refused').length;
  const tokensEarned = scans.reduce((sum, { fate }) => sum + (fate.phase === 'counted' ? fate.tokensEarned : 0), 0);
  const tone = tokensEarned > 0 ? 'success' : refusedCount === scans.length ? 'error' : 'info';
  const [first, ...others] = scans;
  if (first && others.length === 0) {
    const title = refusedCount > 0 ? 'Your saved scan didn’t count' : 'Your saved scan was sent';
    return { title, description: `${first.cardId}: ${getOutcomeText(first)}`, tone };
  }
  const failed = refusedCount > 0 ? ` ${plural(refusedCount, 'scan')} didn’t count. See why on your dashboard.` : '';
  return {
    title: `${plural(scans.length, 'saved scan')} sent`,
    description: `${tokensEarned > 0 ? `You earned ${tokensLabel(tokensEarned)}!` : 'No token this time.'}${failed}`,
    tone,
  };
}
