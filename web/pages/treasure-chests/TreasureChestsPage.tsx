import { t } from '@lingui/core/macro';
import { Link } from 'wouter';
import '#web/features/chests/treasure-chests-page.css';
import type { User } from '#schema/accounts/user.ts';
import type { TreasureChests } from '#schema/chests/treasure-chest.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ActiveKeys, KeyExpiries } from '#web/features/chests/ActiveKeys.tsx';
import { ChestHistory, LastChest, useLastChest } from '#web/features/chests/ChestHistory.tsx';
import { ChestLevels } from '#web/features/chests/ChestLevels.tsx';
import { ChestUpgrade } from '#web/features/chests/ChestUpgrade.tsx';
import { MonthlyChest } from '#web/features/chests/MonthlyChest.tsx';
import { NextChest } from '#web/features/chests/NextChest.tsx';
import { useTreasureChests } from '#web/features/chests/treasure-chests.ts';
import { paths } from '#web/lib/paths.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function TreasureChestsPage() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <div className="stack gap-6 chests-page">
      <header>
        <Link href={paths.dashboard('treasure-chests')} className="standalone-link back-to-dashboard in-bar">
          <BackIcon />
          {t`Dashboard`}
        </Link>
        <h1>{t`Treasure Chests`}</h1>
      </header>
      <Chests user={user} />
    </div>
  );
}

function Chests({ user }: { user: User }) {
  return (
    <Loaded query={useTreasureChests()} subject={t`Your treasure chests`} blocks={['26rem', '9rem', '16rem']}>
      {(chests) => <LoadedChests user={user} chests={chests} />}
    </Loaded>
  );
}

function LoadedChests({ user, chests }: { user: User; chests: TreasureChests }) {
  const lastChest = useLastChest(user.id, chests);
  return (
    <div className="chests-grid">
      {chests.takesPart ? (
        <MonthlyChest chests={chests} heading="h2">
          <NextChest chests={chests} isMain={!lastChest.isClosed} />
        </MonthlyChest>
      ) : (
        <ChestUpgrade hasKeys={chests.keys.treasureKeys + chests.keys.communityKeys > 0}>
          <NextChest chests={chests} isMain={false} />
        </ChestUpgrade>
      )}
      <LastChest payouts={chests.payouts} {...lastChest} />
      <ActiveKeys chests={chests} tier={user.role} />
      <ChestLevels level={chests.takesPart ? chests.level : 0} />
      <KeyExpiries expiries={chests.expiries} />
      <ChestHistory payouts={chests.payouts} takesPart={chests.takesPart} />
    </div>
  );
}
