import { plural, t } from '@lingui/core/macro';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { tokensLabel } from '#web/lib/format.ts';
import type { ToastMessage } from '#web/lib/react/toast.ts';

export const queuedText = () => t`Saved. We’ll send it when you’re back online.`;

export function getOutcomeText({ fate }: QueuedScan): string {
  if (fate.phase === 'counted' && fate.tokensEarned > 0) return t`You earned ${tokensLabel(fate.tokensEarned)}!`;
  return fate.phase === 'waiting' ? queuedText() : fate.message;
}

export function createOutcomeToast(scans: QueuedScan[]): ToastMessage {
  const refusedCount = scans.filter(({ fate }) => fate.phase === 'refused').length;
  const tokensEarned = scans.reduce((sum, { fate }) => sum + (fate.phase === 'counted' ? fate.tokensEarned : 0), 0);
  const tone = tokensEarned > 0 ? 'success' : refusedCount === scans.length ? 'error' : 'info';
  const [first, ...others] = scans;
  if (first && others.length === 0) {
    const title = refusedCount > 0 ? t`Your saved scan didn’t count` : t`Your saved scan was sent`;
    return { title, description: `${first.cardId}: ${getOutcomeText(first)}`, tone };
  }
  const failed =
    refusedCount > 0 ? t`${plural(refusedCount, { one: '# scan', other: '# scans' })} didn’t count. See why on your dashboard.` : '';
  return {
    title: t`${plural(scans.length, { one: '# saved scan', other: '# saved scans' })} sent`,
    description: `${tokensEarned > 0 ? t`You earned ${tokensLabel(tokensEarned)}!` : t`No token this time.`} ${failed}`.trim(),
    tone,
  };
}
