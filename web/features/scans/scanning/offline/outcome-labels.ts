import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { plural, tokensLabel } from '#web/lib/format.ts';
import type { ToastMessage } from '#web/lib/react/toast.ts';

export const queuedText = 'Saved. We’ll send it when you’re back online.';

export function outcomeText({ fate }: QueuedScan): string {
  if (fate.phase === 'counted' && fate.tokensEarned > 0) return `You earned ${tokensLabel(fate.tokensEarned)}!`;
  return fate.phase === 'waiting' ? queuedText : fate.message;
}

export function outcomeToast(scans: QueuedScan[]): ToastMessage {
  const refused = scans.filter(({ fate }) => fate.phase === 'refused').length;
  const earned = scans.reduce((sum, { fate }) => sum + (fate.phase === 'counted' ? fate.tokensEarned : 0), 0);
  const tone = earned > 0 ? 'success' : refused === scans.length ? 'error' : 'info';
  const [only, ...others] = scans;
  if (only && others.length === 0) {
    const title = refused > 0 ? 'Your saved scan didn’t count' : 'Your saved scan was sent';
    return { title, description: `${only.cardId}: ${outcomeText(only)}`, tone };
  }
  const failed = refused > 0 ? ` ${plural(refused, 'scan')} didn’t count. See why on your dashboard.` : '';
  return {
    title: `${plural(scans.length, 'saved scan')} sent`,
    description: `${earned > 0 ? `You earned ${tokensLabel(earned)}!` : 'No token this time.'}${failed}`,
    tone,
  };
}
