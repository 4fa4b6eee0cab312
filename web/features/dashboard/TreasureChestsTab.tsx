import { communityKeysPerPlacement, membershipPriceCents, treasureChestLevels, treasureKeysPerReferral } from '#schema/rules.ts';
import type { User } from '#schema/user.ts';
import { Badge } from '#web/components/Badge.tsx';
import { ChestIcon, KeyIcon, MapPinIcon } from '#web/components/icons.tsx';
import { useUpgrade } from '#web/features/dashboard/use-upgrade.ts';
import { dollars, number, plural } from '#web/lib/format.ts';

/** Keys, and what each chest asks for. */
export function TreasureChestsTab({ user }: { user: User }) {
  const takesPart = user.role !== 'free';
  const upgrade = useUpgrade();
  return (
    <section className="stack" aria-labelledby="chests-title">
      <h2 id="chests-title">Treasure Chests</h2>
      {takesPart ? (
        <p className="muted">
          Each month the highest chest your keys open is paid out. Keys of the last 12 months count, and opening a chest uses none up.
        </p>
      ) : (
        <div className="sheet chest-note">
          <ChestIcon />
          <p>
            <strong>Monthly chests are for Basic and Premium members.</strong> Basic is {dollars(membershipPriceCents.basic)} a year,
            Premium {dollars(membershipPriceCents.premium)}. The keys you earn before you join are yours.
          </p>
          <button type="button" onClick={() => upgrade.open('basic')}>
            Upgrade to Basic
          </button>
        </div>
      )}
      <ul className="key-counters">
        <li className="sheet">
          <KeyIcon />
          <h3>Treasure Keys</h3>
          <strong>{number(user.treasureKeys)}</strong>
          <p className="muted small">{plural(treasureKeysPerReferral[user.role], 'key')} for each friend who becomes a paying member</p>
        </li>
        <li className="sheet">
          <MapPinIcon />
          <h3>Community Keys</h3>
          <strong>{number(user.communityKeys)}</strong>
          <p className="muted small">{plural(communityKeysPerPlacement, 'key')} for each card you place that someone finds</p>
        </li>
      </ul>
      <ol className="chests">
        {treasureChestLevels.map((chest) => (
          <Chest key={chest.level} chest={chest} user={user} takesPart={takesPart} />
        ))}
      </ol>
    </section>
  );
}

interface ChestProps {
  chest: (typeof treasureChestLevels)[number];
  user: User;
  takesPart: boolean;
}

function Chest({ chest, user, takesPart }: ChestProps) {
  const treasureMissing = Math.max(0, chest.treasureKeys - user.treasureKeys);
  const communityMissing = Math.max(0, chest.communityKeys - user.communityKeys);
  const isOpen = treasureMissing + communityMissing === 0;
  return (
    <li className={`sheet chest chest-${chest.level}`}>
      <ChestIcon />
      <div className="chest-name">
        <h3>{chest.name}</h3>
        <p className="chest-payout">{dollars(chest.payoutCents)} a month</p>
      </div>
      <p className="muted small">
        {plural(chest.treasureKeys, 'Treasure Key')} and {plural(chest.communityKeys, 'Community Key')}
      </p>
      {takesPart && isOpen && <Badge tone="green">Your keys open it</Badge>}
      {takesPart && !isOpen && <p className="small chest-missing">{missingText(treasureMissing, communityMissing)}</p>}
    </li>
  );
}

function missingText(treasure: number, community: number): string {
  const parts = [treasure > 0 ? plural(treasure, 'Treasure Key') : '', community > 0 ? plural(community, 'Community Key') : ''];
  return `Still needed: ${parts.filter(Boolean).join(' and ')}`;
}
