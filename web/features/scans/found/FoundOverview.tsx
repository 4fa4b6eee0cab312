import { plural, t } from '@lingui/core/macro';
import '#web/features/scans/finds/finds.css';
import type { FindSummary } from '#schema/scans/find-history.ts';
import { gpxPath } from '#web/features/scans/finds/finds-api.ts';
import { countFinds, formatFindCount } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { FoundMap } from '#web/features/scans/found/FoundMap.tsx';
import type { FindChanges } from '#web/features/scans/found/find-changes.ts';
import { countTowns, type FoundTowns } from '#web/features/scans/found/found-towns.ts';
import { PhoneFold } from '#web/features/scans/found/PhoneFold.tsx';
import { monthName, number } from '#web/lib/format.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';
import { Skeleton } from '#web/ui/states/Skeleton.tsx';

interface FoundOverviewProps {
  /** Summary of the finds; undefined while it is loading. The page then reserves space for the statistics. */
  summary: FindSummary | undefined;
  towns: FoundTowns | undefined;
  changes: FindChanges;
}

export function FoundOverview({ summary, towns, changes }: FoundOverviewProps) {
  const counts = towns && towns.size > 0 ? countTowns(towns) : undefined;
  const hasMap = summary?.points.length !== 0;
  const firstMonth = summary?.months.at(-1)?.month;
  return (
    <section className={hasMap ? 'sheet found-overview has-map' : 'sheet found-overview'} aria-label={t`All your finds`}>
      <div className="found-figures">
        <p className="found-total">
          <strong className={summary ? undefined : 'until-known'}>{summary ? formatFindCount(countFinds(summary)) : '0'}</strong>{' '}
          {summary?.total === 1 ? t`card found` : t`cards found`}
        </p>
        <dl className="found-counts">
          {hasMap && (
            <>
              <Figure label={t`Towns`} value={towns && counts === undefined ? '–' : counts && number(counts.towns)} />
              <Figure label={t`Countries`} value={towns && counts === undefined ? '–' : counts && number(counts.countries)} />
            </>
          )}
          <Figure label={t`First find`} value={summary && ((summary.total !== null && firstMonth && monthName(firstMonth)) || '–')} />
        </dl>
      </div>
      {!hasMap ? (
        <p className="muted small">{t`None of these cards are on the map. See the list instead.`}</p>
      ) : (
        <PhoneFold label={t`Map of your finds`}>
          <div className="found-map">
            {summary ? <FoundMap points={summary.points} towns={towns} changes={changes} /> : <Skeleton height="100%" />}
          </div>
          <p className="muted small found-map-note">
            <span className={summary ? undefined : 'until-known'}>
              {formatMapCount(summary?.points.length ?? 0, summary?.total ?? null)} {t`Towns: GeoNames, CC BY 4.0.`}
            </span>
            {summary && !isViewing() && <SessionFileLink href={gpxPath} download>{t`Download GPX`}</SessionFileLink>}
          </p>
        </PhoneFold>
      )}
    </section>
  );
}

/** `value` is undefined while it loads. */
function Figure({ label, value }: { label: string; value: string | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={value === undefined ? 'until-known' : undefined}>{value ?? '0'}</dd>
    </div>
  );
}

function formatMapCount(onMap: number, total: number | null): string {
  const words = t`${plural(onMap, { one: '# card', other: '# cards' })} on the map. Tap a pin to see which.`;
  return total === null || onMap === total ? words : t`${words} See the list for ${number(total - onMap)} more.`;
}
