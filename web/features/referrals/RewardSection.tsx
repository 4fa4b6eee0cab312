import { t } from '@lingui/core/macro';
import type { Tier } from '#schema/rules.ts';
import { RewardTable } from '#web/features/referrals/RewardTable.tsx';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';

/** Shows the rewards of all tiers. Collapsed on phones. */
export function RewardSection({ tier }: { tier: Tier }) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  return (
    <details className="sheet rewards" open={isWide}>
      <summary>
        <h2 id="rewards-title">{t`Your reward per friend`}</h2>
      </summary>
      <div className="stack gap-3">
        <RewardTable tier={tier} labelledBy="rewards-title" />
        <p className="muted small">{t`You’re paid once per friend, at your tier on the day they first pay.`}</p>
      </div>
    </details>
  );
}
