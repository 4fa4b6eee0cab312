import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import '#web/features/chests/key-counters.css';
import { Link } from 'wouter';
import type { User } from '#schema/accounts/user.ts';
import type { KeyCounts } from '#schema/chests/chest-levels.ts';
import { communityKeysPerPlacement, membershipPriceCents, type Tier, treasureChestLevels, treasureKeysPerReferral } from '#schema/rules.ts';
import { chestName, formatKeys } from '#web/features/chests/chest-labels.ts';
import { MonthlyChest } from '#web/features/chests/MonthlyChest.tsx';
import { useTreasureChests } from '#web/features/chests/treasure-chests.ts';
import { dollars, number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useUpgrade } from '#web/pages/dashboard/use-upgrade.ts';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { ChestIcon, KeyIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function TreasureChestsTab({ user }: { user: User }) {
  return user.role === 'free' ? <FreeMembersTab user={user} /> : <PaidMembersTab tier={user.role} />;
}

function PaidMembersTab({ tier }: { tier: Tier }) {
  return (
    <section className="stack" aria-labelledby="chests-title">
      <div className="spread">
        <h2 id="chests-title">{t`Treasure Chests`}</h2>
        <Link href={paths.treasureChests} className="standalone-link">{t`All your chests and keys`}</Link>
      </div>
      <p className="muted">{t`Every month your keys open one chest, and you keep the keys. Keys count for 12 months.`}</p>
      <Loaded query={useTreasureChests()} subject={t`Your treasure chests`} blocks={['13rem', '5rem']}>
        {(chests) => (
          <>
            <MonthlyChest chests={chests} heading="h3">
              {chests.level > 0 && chests.next && <p>{t`${formatKeys(chests.next)} to go until ${chestName(chests.next.level)}.`}</p>}
            </MonthlyChest>
            <KeyCounters keys={chests.keys} tier={tier} />
          </>
        )}
      </Loaded>
      <ChestLevels />
    </section>
  );
}

function FreeMembersTab({ user }: { user: User }) {
  const upgrade = useUpgrade();
  return (
    <section className="stack" aria-labelledby="chests-title">
      <h2 id="chests-title">{t`Treasure Chests`}</h2>
      <div className="sheet chest-note">
        <ChestIcon />
        <p>
          <Trans>
            <strong>Monthly chests are for Basic and Premium members.</strong> Basic is {dollars(membershipPriceCents.basic)} a year,
            Premium {dollars(membershipPriceCents.premium)}. You keep the keys you earn before upgrading.
          </Trans>
        </p>
        <button type="button" onClick={() => upgrade.open('basic')}>{t`Upgrade to Basic`}</button>
      </div>
      <KeyCounters keys={user} tier={user.role} />
      <ChestLevels />
    </section>
  );
}

function KeyCounters({ keys, tier }: { keys: KeyCounts; tier: Tier }) {
  return (
    <ul className="stack gap-3 plain-list key-counters">
      <li className="sheet">
        <KeyIcon />
        <h3>{t`Treasure Keys`}</h3>
        <strong>{number(keys.treasureKeys)}</strong>
        <p className="muted small">{t`${plural(treasureKeysPerReferral[tier], { one: '# key', other: '# keys' })} for each friend who becomes a paying member`}</p>
      </li>
      <li className="sheet">
        <MapPinIcon />
        <h3>{t`Community Keys`}</h3>
        <strong>{number(keys.communityKeys)}</strong>
        <p className="muted small">{t`${plural(communityKeysPerPlacement, { one: '# key', other: '# keys' })} for each card you place that someone finds`}</p>
      </li>
    </ul>
  );
}

function ChestLevels() {
  return (
    <ol className="stack plain-list chests">
      {treasureChestLevels.map((chest) => (
        <li key={chest.level} className={`sheet chest chest-${chest.level}`}>
          <ChestIcon />
          <div className="chest-name">
            <h3>{chestName(chest.level)}</h3>
            <p className="chest-payout">{t`${dollars(chest.payoutCents)} a month`}</p>
          </div>
          <p className="muted small">{formatKeys(chest)}</p>
        </li>
      ))}
    </ol>
  );
}
