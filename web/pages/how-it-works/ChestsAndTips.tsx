import { plural, t } from '@lingui/core/macro';
import { treasureChestLevels } from '#schema/rules.ts';
import { ChestArt } from '#web/features/chests/ChestArt.tsx';
import { dollars } from '#web/lib/format.ts';
import { i18n } from '#web/lib/words/words.ts';
import { Tips } from '#web/pages/how-it-works/Tips.tsx';

export function ChestsAndTips() {
  return (
    <>
      <ChestLevels />
      <Tips />
    </>
  );
}

function ChestLevels() {
  return (
    <section className="stack gap-5 public-section public-band" aria-labelledby="chests-title">
      <h2 id="chests-title">{t`Monthly Treasure Chests`}</h2>
      <p className="lead">
        {t`You earn Treasure Keys when friends pay for a membership, and Community Keys for cards you place. Every month, your keys from the last 12 months open one chest, and you keep them.`}
      </p>
      <div className="chest-levels">
        {treasureChestLevels.map(({ level, name, treasureKeys, communityKeys, payoutCents }) => (
          <article key={level} className="stack gap-1 chest-level">
            <ChestArt level={level} />
            <h3>{t`${i18n._(name)}: ${dollars(payoutCents)}`}</h3>
            <p className="muted">
              {t`${plural(treasureKeys, { one: '# Treasure Key', other: '# Treasure Keys' })} and ${plural(communityKeys, { one: '# Community Key', other: '# Community Keys' })}`}
            </p>
          </article>
        ))}
      </div>
    </section>
  );
}
