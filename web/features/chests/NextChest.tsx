import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { chestName, formatKeys, formatProgress } from '#web/features/chests/chest-labels.ts';
import { dollars, monthName } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Progress } from '#web/ui/Progress.tsx';

/** Shows how many more keys the member needs for the next level; `isMain` makes inviting friends the main action. At the highest level, shows when the first keys expire. */
export function NextChest({ chests: { keys, level, next, expiries, takesPart }, isMain }: { chests: TreasureChests; isMain: boolean }) {
  const goal = treasureChestLevels.find((chest) => chest.level === next?.level);
  const [firstExpiry] = expiries;
  if (!goal || !next) {
    return (
      <p>
        <strong>{t`You’ve reached the highest chest.`}</strong>
        {firstExpiry && <> {t`Valid until the end of ${monthName(firstExpiry.countsThrough)}: ${formatKeys(firstExpiry)}.`}</>}
      </p>
    );
  }
  return (
    <div className="stack gap-3 next-chest">
      {level > 0 && (
        <p>
          <Trans>
            <strong>{formatKeys(next)}</strong> to go until {chestName(goal.level)}, {dollars(goal.payoutCents)} a month.
          </Trans>
        </p>
      )}
      <KeyProgress label={t`Treasure Keys`} current={keys.treasureKeys} required={goal.treasureKeys} />
      <KeyProgress label={t`Community Keys`} current={keys.communityKeys} required={goal.communityKeys} />
      <div className="cluster">
        {keys.treasureKeys < goal.treasureKeys && (
          <Link href={paths.referrals} className={isMain ? 'button button-small' : 'button secondary button-small'}>
            {t`Invite a friend`}
          </Link>
        )}
        {takesPart && keys.communityKeys < goal.communityKeys && (
          <Link href={paths.cacheCards} className="button secondary button-small">{t`Place a card`}</Link>
        )}
      </div>
    </div>
  );
}

function KeyProgress({ label, current, required }: { label: string; current: number; required: number }) {
  const progressText = formatProgress(current, required);
  return (
    <div className="stack gap-1 key-progress">
      <div className="spread">
        <span>{label}</span>
        <strong>{progressText}</strong>
      </div>
      <Progress value={Math.min(current, required)} max={required} label={`${label}: ${progressText}`} />
    </div>
  );
}
