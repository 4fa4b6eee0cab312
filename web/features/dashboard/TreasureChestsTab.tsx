import { Link } from 'wouter';
import type { KeyCounts } from '#schema/chest-levels.ts';
import { communityKeysPerPlacement, membershipPriceCents, type Tier, treasureChestLevels, treasureKeysPerReferral } from '#schema/rules.ts';
import type { User } from '#schema/user.ts';
import { chestName, keysInWords } from '#web/components/chests/chest-words.ts';
import { MonthsChest } from '#web/components/chests/MonthsChest.tsx';
import { useTreasureChests } from '#web/components/chests/treasure-chests.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { ChestIcon, KeyIcon, MapPinIcon } from '#web/components/icons.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { useUpgrade } from '#web/features/dashboard/use-upgrade.ts';
import { errorText } from '#web/lib/api.ts';
import { dollars, number, plural } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';

/** For paid members this month's chest and the way to all of them; for free ones whom chests are for. */
export function TreasureChestsTab({ user }: { user: User }) {
  return user.role === 'free' ? <FreeMembersTab user={user} /> : <PaidMembersTab tier={user.role} />;
}

function PaidMembersTab({ tier }: { tier: Tier }) {
  const { data: chests, error, mutate } = useTreasureChests();
  return (
    <section className="stack" aria-labelledby="chests-title">
      <div className="spread">
        <h2 id="chests-title">Treasure Chests</h2>
        <Link href={paths.treasureChests} className="standalone-link">
          All your chests and keys
        </Link>
      </div>
      <p className="muted">
        Each month the highest chest your keys open is paid out. Keys of the last 12 months count, and opening a chest uses none up.
      </p>
      {chests ? (
        <>
          <MonthsChest chests={chests} heading="h3">
            {chests.level > 0 && chests.next && (
              <p>
                {keysInWords(chests.next)} more for {chestName(chests.next.level)}.
              </p>
            )}
          </MonthsChest>
          <KeyCounters keys={chests.keys} tier={tier} />
        </>
      ) : error ? (
        <ErrorState
          title="Your treasure chests could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => void mutate()}
        />
      ) : (
        <div className="stack" role="status">
          <span className="visually-hidden">Loading your treasure chests…</span>
          <Skeleton height="13rem" />
          <Skeleton height="5rem" />
        </div>
      )}
      <ChestLevels />
    </section>
  );
}

function FreeMembersTab({ user }: { user: User }) {
  const upgrade = useUpgrade();
  return (
    <section className="stack" aria-labelledby="chests-title">
      <h2 id="chests-title">Treasure Chests</h2>
      <div className="sheet chest-note">
        <ChestIcon />
        <p>
          <strong>Monthly chests are for Basic and Premium members.</strong> Basic is {dollars(membershipPriceCents.basic)} a year, Premium{' '}
          {dollars(membershipPriceCents.premium)}. The keys you earn before you join are yours.
        </p>
        <button type="button" onClick={() => upgrade.open('basic')}>
          Upgrade to Basic
        </button>
      </div>
      <KeyCounters keys={user} tier={user.role} />
      <ChestLevels />
    </section>
  );
}

function KeyCounters({ keys, tier }: { keys: KeyCounts; tier: Tier }) {
  return (
    <ul className="key-counters">
      <li className="sheet">
        <KeyIcon />
        <h3>Treasure Keys</h3>
        <strong>{number(keys.treasureKeys)}</strong>
        <p className="muted small">{plural(treasureKeysPerReferral[tier], 'key')} for each friend who becomes a paying member</p>
      </li>
      <li className="sheet">
        <MapPinIcon />
        <h3>Community Keys</h3>
        <strong>{number(keys.communityKeys)}</strong>
        <p className="muted small">{plural(communityKeysPerPlacement, 'key')} for each card you place that someone finds</p>
      </li>
    </ul>
  );
}

function ChestLevels() {
  return (
    <ol className="chests">
      {treasureChestLevels.map((chest) => (
        <li key={chest.level} className={`sheet chest chest-${chest.level}`}>
          <ChestIcon />
          <div className="chest-name">
            <h3>{chest.name}</h3>
            <p className="chest-payout">{dollars(chest.payoutCents)} a month</p>
          </div>
          <p className="muted small">{keysInWords(chest)}</p>
        </li>
      ))}
    </ol>
  );
}
