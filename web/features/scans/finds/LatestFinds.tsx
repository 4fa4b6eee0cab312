import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import { HomeScreenHint } from '#web/features/notifications/HomeScreenHint.tsx';
import { FindLines } from '#web/features/scans/finds/FindLines.tsx';
import { useFinds } from '#web/features/scans/finds/finds-api.ts';
import { listLatestFinds, maxLatestFinds } from '#web/features/scans/finds/snapshot/account-snapshot.ts';
import { useAccountSnapshot } from '#web/features/scans/finds/snapshot/use-account-snapshot.ts';
import { paths } from '#web/lib/paths.ts';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** Shows the member's latest finds. Reserves space for three lines while they load. */
export function LatestFinds() {
  const { query } = useFinds();
  useAccountSnapshot(query);
  return (
    <section className="stack gap-2 latest-finds" aria-labelledby="latest-finds">
      <div className="spread">
        <h2 id="latest-finds">{t`Your latest finds`}</h2>
        <Link href={paths.foundCards} className="standalone-link">{t`All finds`}</Link>
      </div>
      <Loaded query={query} subject={t`Your finds`} blocks={Array.from({ length: maxLatestFinds }, () => 'var(--find-row)')}>
        {([newestFinds]) => {
          const finds = newestFinds ? listLatestFinds(newestFinds) : [];
          if (finds.length === 0) {
            return <p className="muted">{t`No finds yet. Your first scan starts this list.`}</p>;
          }
          return (
            <>
              <FindLines finds={finds} isLinked />
              <HomeScreenHint finds={finds.length} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}
