import { Link } from 'wouter';
import '#web/features/chests/treasure-chests-page.css';
import type { User } from '#schema/accounts/user.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ActiveKeys } from '#web/features/chests/ActiveKeys.tsx';
import { ChestHistory } from '#web/features/chests/ChestHistory.tsx';
import { ChestUpgrade } from '#web/features/chests/ChestUpgrade.tsx';
import { LevelTrail } from '#web/features/chests/LevelTrail.tsx';
import { MonthlyChest } from '#web/features/chests/MonthlyChest.tsx';
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
          Dashboard
        </Link>
        <h1>Treasure Chests</h1>
        <p className="muted">Every month your keys open one chest, and you keep the keys.</p>
      </header>
      <Chests user={user} />
    </div>
  );
}

function Chests({ user }: { user: User }) {
  return (
    <Loaded query={useTreasureChests()} subject="Your treasure chests" blocks={['13rem', '11rem', '9rem']}>
      {(chests) => (
        <>
          {chests.takesPart ? <MonthlyChest chests={chests} heading="h2" /> : <ChestUpgrade />}
          <LevelTrail chests={chests} />
          <ActiveKeys chests={chests} tier={user.role} />
          <ChestHistory payouts={chests.payouts} isParticipating={chests.takesPart} />
        </>
      )}
    </Loaded>
  );
}
