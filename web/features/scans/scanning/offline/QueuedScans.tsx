import { plural, t } from '@lingui/core/macro';
import '#web/features/scans/scanning/offline/queued-scans.css';
import { getOutcomeText } from '#web/features/scans/scanning/offline/outcome-labels.ts';
import { pageQueue } from '#web/features/scans/scanning/offline/page-queue.ts';
import type { QueuedScan } from '#web/features/scans/scanning/offline/queued-scan.ts';
import { useQueuedScans } from '#web/features/scans/scanning/offline/use-queued-scans.ts';
import { dateTime } from '#web/lib/format.ts';
import { CloudIcon } from '#web/ui/icons/icons.tsx';
import { AlertIcon, CheckIcon, InfoIcon } from '#web/ui/icons/shell-icons.tsx';

export function QueuedScans({ memberId }: { memberId: number | null }) {
  const scans = useQueuedScans(memberId);
  if (scans.length === 0) return null;
  const finishedScans = scans.filter(({ fate }) => fate.phase !== 'waiting');
  const waiting = scans.length - finishedScans.length;
  return (
    <section className="sheet stack gap-3 queued-scans" aria-labelledby="queued-scans-title">
      <div className="spread">
        <h2 id="queued-scans-title">
          {waiting > 0 ? plural(waiting, { one: '# scan waiting', other: '# scans waiting' }) : t`Your saved scans were sent`}
        </h2>
        {finishedScans.length > 0 && (
          <button
            type="button"
            className="secondary button-small"
            onClick={() => void pageQueue.dismiss(finishedScans).catch(() => undefined)}
          >
            {waiting > 0 ? t`Clear sent scans` : t`Dismiss`}
          </button>
        )}
      </div>
      {waiting > 0 && <p className="muted">{t`Saved on this device. They will be sent automatically.`}</p>}
      <ul className="plain-list">
        {scans.map((scan) => (
          <QueuedScanRow key={scan.id} scan={scan} />
        ))}
      </ul>
    </section>
  );
}

function QueuedScanRow({ scan }: { scan: QueuedScan }) {
  const { fate } = scan;
  const Icon = fate.phase === 'waiting' ? CloudIcon : fate.phase === 'refused' ? AlertIcon : fate.tokensEarned > 0 ? CheckIcon : InfoIcon;
  return (
    <li className={`queued-scan queued-scan-${fate.phase}`}>
      <Icon />
      <div>
        <strong className="code">{scan.cardId}</strong>
        <p>{getText(scan)}</p>
        <p className="muted small">{t`Scanned ${dateTime(new Date(scan.queuedAt).toISOString())}`}</p>
      </div>
    </li>
  );
}

function getText(scan: QueuedScan): string {
  const { fate } = scan;
  if (fate.phase !== 'waiting' || fate.waitsFor === 'network') return getOutcomeText(scan);
  const message = fate.message ?? t`This scan couldn’t be sent yet.`;
  return `${message} ${t`We’ll try again ${dateTime(new Date(fate.sendAt).toISOString())}.`}`;
}
