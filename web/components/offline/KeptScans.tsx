import '#web/components/offline/kept-scans.css';
import { AlertIcon, CheckIcon, CloudIcon, InfoIcon } from '#web/components/icons.tsx';
import { dateTime, plural } from '#web/lib/format.ts';
import type { KeptScan } from '#web/lib/offline/kept-scan.ts';
import { outcomeText } from '#web/lib/offline/outcome-words.ts';
import { pageQueue } from '#web/lib/offline/page-queue.ts';
import { useKeptScans } from '#web/lib/offline/use-kept-scans.ts';

/** Scans of this member that wait on this device, and what became of those that were sent since. Nothing where there are none. */
export function KeptScans({ memberId }: { memberId: number | null }) {
  const scans = useKeptScans(memberId);
  if (scans.length === 0) return null;
  const finished = scans.filter(({ fate }) => fate.phase !== 'waiting');
  const waiting = scans.length - finished.length;
  return (
    <section className="sheet kept-scans" aria-labelledby="kept-scans-title">
      <div className="spread">
        <h2 id="kept-scans-title">{waiting > 0 ? `${plural(waiting, 'scan')} waiting` : 'Your saved scans were sent'}</h2>
        {finished.length > 0 && (
          <button type="button" className="secondary button-small" onClick={() => void pageQueue.dismiss(finished).catch(() => undefined)}>
            {waiting > 0 ? 'Clear sent ones' : 'Dismiss'}
          </button>
        )}
      </div>
      {waiting > 0 && <p className="muted">Kept on this device and sent by themselves as soon as that works.</p>}
      <ul>
        {scans.map((scan) => (
          <KeptScanRow key={scan.id} scan={scan} />
        ))}
      </ul>
    </section>
  );
}

function KeptScanRow({ scan }: { scan: KeptScan }) {
  const { fate } = scan;
  const Icon = fate.phase === 'waiting' ? CloudIcon : fate.phase === 'refused' ? AlertIcon : fate.tokensEarned > 0 ? CheckIcon : InfoIcon;
  return (
    <li className={`kept-scan kept-scan-${fate.phase}`}>
      <Icon />
      <div>
        <strong className="code">{scan.cardId}</strong>
        <p>{textOf(scan)}</p>
        <p className="muted small">Scanned {dateTime(new Date(scan.keptAt).toISOString())}</p>
      </div>
    </li>
  );
}

function textOf(scan: KeptScan): string {
  const { fate } = scan;
  if (fate.phase !== 'waiting' || fate.waitsFor === 'network') return outcomeText(scan);
  return `${fate.message ?? 'This has to wait.'} It will be sent again ${dateTime(new Date(fate.sendAt).toISOString())}.`;
}
