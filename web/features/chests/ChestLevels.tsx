import { t } from '@lingui/core/macro';
import { treasureChestLevels } from '#schema/rules.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { chestName, formatKeys } from '#web/features/chests/chest-labels.ts';
import { dollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function ChestLevels({ level }: { level: number }) {
  return (
    <section className="stack" aria-labelledby="levels-title">
      <h2 id="levels-title">{t`Chest levels`}</h2>
      <ol className="sheet plain-list chest-rows">
        {treasureChestLevels.map((chest) => (
          <li key={chest.level}>
            <ChestArt level={chest.level} />
            <div>
              <h3>{chestName(chest.level)}</h3>
              <p className="muted small">{formatKeys(chest)}</p>
            </div>
            <div className="stack gap-1 chest-row-end">
              <strong>{t`${dollars(chest.payoutCents)} a month`}</strong>
              {chest.level === level && <Badge tone="green">{t`You are here`}</Badge>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
