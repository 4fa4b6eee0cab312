import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { treasureChestLevels } from '#schema/rules.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { formatKeys, formatProgress } from '#web/features/chests/chest-labels.ts';
import { dollars } from '#web/lib/format.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Progress } from '#web/ui/Progress.tsx';

export function LevelTrail({ chests: { keys, level, next } }: { chests: TreasureChests }) {
  const goal = treasureChestLevels.find((chest) => chest.level === next?.level);
  return (
    <section className="stack" aria-labelledby="levels-title">
      <h2 id="levels-title">{goal ? `Next chest: ${goal.name}` : 'You’ve reached the highest chest'}</h2>
      {goal ? (
        <div className="sheet stack">
          <KeyProgress label="Treasure Keys" current={keys.treasureKeys} required={goal.treasureKeys} />
          <KeyProgress label="Community Keys" current={keys.communityKeys} required={goal.communityKeys} />
        </div>
      ) : (
        <p className="muted">Keep earning keys to stay at this level, because old ones expire.</p>
      )}
      <ol className="stack gap-3 plain-list level-list">
        {treasureChestLevels.map((chest) => (
          <li key={chest.level} className="sheet">
            <ChestArt level={chest.level} />
            <h3>{chest.name}</h3>
            <p className="level-payout">{dollars(chest.payoutCents)} a month</p>
            <p className="muted small">{formatKeys(chest)}</p>
            {chest.level === level && <Badge tone="green">You are here</Badge>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function KeyProgress({ label, current, required }: { label: string; current: number; required: number }) {
  const progressText = formatProgress(current, required);
  return (
    <div className="stack gap-2 key-progress">
      <div className="spread">
        <span>{label}</span>
        <strong>{progressText}</strong>
      </div>
      <Progress value={Math.min(current, required)} max={required} label={`${label}: ${progressText}`} />
    </div>
  );
}
