import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { FindLines } from '#web/features/scans/finds/FindLines.tsx';
import { formatFindCount, readSnapshot } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { dateTime, number } from '#web/lib/format.ts';
import { MapPinIcon, TokenIcon } from '#web/ui/icons/found-icons.tsx';
import { StatTile } from '#web/ui/StatTile.tsx';

/** Shows the balance and finds that the member last saw on this device, or nothing if there are none. */
export function SnapshotSection({ memberId }: { memberId: number | null }) {
  const [snapshot] = useState(() => (memberId === null ? null : readSnapshot(memberId)));
  if (!snapshot) return null;
  const { shownAt, tokenBalance, finds, latestFinds } = snapshot;
  return (
    <section className="sheet stack snapshot" aria-labelledby="snapshot-title">
      <h2 id="snapshot-title">
        {t`Balance as of`} <time dateTime={shownAt}>{dateTime(shownAt)}</time>
      </h2>
      <div className="stat-grid">
        <StatTile label={t`Treasure Tokens`} value={number(tokenBalance)} art={<TokenIcon />} />
        <StatTile label={t`Cards found`} value={formatFindCount(finds)} art={<MapPinIcon />} />
      </div>
      {latestFinds.length > 0 && (
        <div className="stack gap-2">
          <h3>{t`Latest finds`}</h3>
          <FindLines finds={latestFinds} />
        </div>
      )}
    </section>
  );
}
