import '#web/features/finding/around/finding.css';
import '#web/features/cards/cards-pages.css';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useUser } from '#web/features/accounts/session/session.ts';
import { CarriedRegion } from '#web/features/finding/around/carried/CarriedRegion.tsx';
import { TakeAlong } from '#web/features/finding/around/carried/TakeAlong.tsx';
import { FollowButton } from '#web/features/finding/around/FollowButton.tsx';
import { type LookedAt, parseNearParameter } from '#web/features/finding/around/looked-at.ts';
import { PlaceChooser } from '#web/features/finding/around/PlaceChooser.tsx';
import { useLookedAt } from '#web/features/finding/around/use-looked-at.ts';
import { paths } from '#web/lib/paths.ts';
import { CardsAround } from '#web/pages/find-cards/CardsAround.tsx';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { EmptyTrail } from '#web/ui/states/EmptyTrail.tsx';

export function FindCardsPage() {
  const { user } = useUser();
  return user ? <FindCards memberId={user.id} /> : null;
}

function FindCards({ memberId }: { memberId: number }) {
  const [query] = useSearchParams();
  const { looked, here, me, device, look } = useLookedAt(memberId, parseNearParameter(query.get('near')));
  /** The place being replaced. Choosing another one closes the chooser. */
  const [left, setLeft] = useState<LookedAt | null>();
  const isChoosing = !looked || left === looked;

  return (
    <div className="stack find-cards">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        Dashboard
      </Link>
      <header>
        <h1>Find Cards</h1>
        {!looked && <p className="muted">Cards near you, closest first.</p>}
      </header>
      {isChoosing && <PlaceChooser device={device} onChoose={look} />}
      {!(looked && here) && (
        <EmptyState title="Where do you want to look?" heading="h2" art={<EmptyTrail />}>
          <p>Use your location or type a town to see the cards around it.</p>
        </EmptyState>
      )}
      {looked && here && (
        <>
          <div className="spread">
            <div className="stack gap-1">
              <h2>Around {looked.name}</h2>
              {looked.source === 'device' && !isChoosing && <FollowButton device={device}>Use my location</FollowButton>}
            </div>
            <div className="cluster find-ways">
              <button
                type="button"
                className="secondary button-small"
                aria-expanded={isChoosing}
                onClick={() => setLeft(isChoosing ? undefined : looked)}
              >
                Change place
              </button>
              <TakeAlong memberId={memberId} looked={{ ...looked, ...here }} />
            </div>
          </div>
          <CardsAround looked={looked} here={here} me={me} onLook={look} />
        </>
      )}
      <CarriedRegion memberId={memberId} isNeeded={false} />
    </div>
  );
}
