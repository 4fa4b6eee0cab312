import { Link } from 'wouter';
import '#web/features/treasure-chests/treasure-chests-page.css';
import type { User } from '#schema/user.ts';
import { MonthsChest } from '#web/components/chests/MonthsChest.tsx';
import { useTreasureChests } from '#web/components/chests/treasure-chests.ts';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { BackIcon } from '#web/components/icons.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { ChestHistory } from '#web/features/treasure-chests/ChestHistory.tsx';
import { ChestUpgrade } from '#web/features/treasure-chests/ChestUpgrade.tsx';
import { CountingKeys } from '#web/features/treasure-chests/CountingKeys.tsx';
import { LevelTrail } from '#web/features/treasure-chests/LevelTrail.tsx';
import { errorText } from '#web/lib/api.ts';
import { useUser } from '#web/lib/session.ts';
import { paths } from '#web/paths.ts';

/** The member's keys, the chest they open this month, what the next one asks for, and the chests so far. */
export function TreasureChestsPage() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <div className="chests-page">
      <header>
        <Link href={paths.dashboard('treasure-chests')} className="standalone-link back-to-dashboard">
          <BackIcon />
          Dashboard
        </Link>
        <h1>Treasure Chests</h1>
        <p className="muted">Each month the highest chest your keys open is paid out. Opening it uses none of them up.</p>
      </header>
      <Chests user={user} />
    </div>
  );
}

function Chests({ user }: { user: User }) {
  const { data: chests, error, mutate } = useTreasureChests();
  if (!chests) {
    if (error) {
      return (
        <ErrorState
          title="Your treasure chests could not be loaded"
          message={errorText(error, 'Please try again.')}
          onRetry={() => void mutate()}
        />
      );
    }
    return (
      <div className="stack" role="status">
        <span className="visually-hidden">Loading your treasure chests…</span>
        <Skeleton height="13rem" />
        <Skeleton height="11rem" />
        <Skeleton height="9rem" />
      </div>
    );
  }
  return (
    <>
      {chests.takesPart ? <MonthsChest chests={chests} heading="h2" /> : <ChestUpgrade />}
      <LevelTrail chests={chests} />
      <CountingKeys chests={chests} tier={user.role} />
      <ChestHistory payouts={chests.payouts} takesPart={chests.takesPart} />
    </>
  );
}
