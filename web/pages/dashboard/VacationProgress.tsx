import { useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { isEnoughForStay, redeemableTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { tripStopTokens } from '#schema/rules.ts';
import { useCertificates, useRedemptionPause } from '#web/features/certificates/certificates-api.ts';
import { RedemptionPause } from '#web/features/certificates/RedemptionPause.tsx';
import { ChestNotice, hasNewChest } from '#web/features/chests/ChestNotice.tsx';
import { NextCard } from '#web/features/finding/nearby/NextCard.tsx';
import { useProgress } from '#web/features/progress/progress-api.ts';
import { TripTrail } from '#web/features/progress/TripTrail.tsx';
import { useEarnings } from '#web/features/referrals/earnings.ts';
import { number, tokensLabel } from '#web/lib/format.ts';
import { page } from '#web/lib/react/page.tsx';

// Notices about the member's certificates and trips. Loaded only for members who have a certificate.
const TripNotices = page(() => import('#web/features/certificates/trip/TripNotices.tsx').then((file) => file.TripNotices)).Component;

const DreamDialog = page(() => import('#web/features/progress/DreamDialog.tsx').then((file) => file.DreamDialog)).Component;

const ShareTripDialog = page(() => import('#web/features/progress/ShareTripDialog.tsx').then((file) => file.ShareTripDialog)).Component;

const pauseId = 'redemption-pause';

/**
 * Storage key for the height in pixels that the notices had on the last visit. Reserving that height keeps the notices from pushing the
 * page down when they load.
 */
const noticeHeightKey = 'trip_notices_height';

function readNoticeHeight(): number {
  try {
    return Number(localStorage.getItem(noticeHeightKey));
  } catch {
    return 0;
  }
}

function storeNoticeHeight(height: number): void {
  try {
    localStorage.setItem(noticeHeightKey, String(height));
  } catch {
    // If storage is unavailable, the notices push the page down on the next visit too.
  }
}

export function VacationProgress({ user, onRedeem, onTokenHistory }: { user: User; onRedeem: () => void; onTokenHistory: () => void }) {
  const balance = redeemableTokens(user);
  const { data: progress } = useProgress();
  const trip = progress?.trip ?? null;
  const [dialog, setDialog] = useState<'destination' | 'share' | null>(null);
  const { goal, tokensNeeded: tokensToNextStay } = vacationProgress(balance);
  const goalTokens = trip?.tokens ?? goal.tokenCost;
  const tokensNeeded = trip ? Math.max(0, trip.tokens - balance) : tokensToNextStay;
  const { data: certificates = [] } = useCertificates();
  const { data: earnings } = useEarnings(user);
  const [noticeHeight] = useState(readNoticeHeight);
  const pausedUntil = useRedemptionPause();
  const canRedeem = isEnoughForStay(balance);
  return (
    <>
      <div className={noticeHeight === 0 ? 'notices-unless-empty' : undefined} style={{ minHeight: noticeHeight }}>
        {earnings && hasNewChest(earnings.treasureChests) && <ChestNotice memberId={user.id} />}
        {certificates.length > 0 && <TripNotices certificates={certificates} onHeight={storeNoticeHeight} />}
      </div>
      <section className="sheet stack vacation" aria-labelledby="vacation-title">
        <div className="stack gap-1 vacation-text">
          <h2 id="vacation-title">Progress to Next Vacation</h2>
          <p className="vacation-goal">
            {tokensNeeded > 0 ? (
              <>
                <strong>{tokensLabel(tokensNeeded)}</strong> to go until {trip ? trip.name : `a ${goal.name}`}
              </>
            ) : (
              <strong>{trip ? `You have enough for ${trip.name}` : 'You have enough for any stay'}</strong>
            )}
          </p>
          <TripTrail
            tokens={balance}
            goal={goalTokens}
            destinationId={trip?.destinationId ?? null}
            label={`Progress to ${trip?.name ?? 'your next stay'}`}
          />
          <p className="vacation-scale">
            <span>{describeStop(balance, goalTokens)}</span>
            <span className="vacation-links">
              {trip && (
                <button type="button" className="link-button" onClick={() => setDialog('share')}>
                  Share
                </button>
              )}
              <button type="button" className="link-button" onClick={() => setDialog('destination')}>
                {trip ? 'Change destination' : 'Choose a destination'}
              </button>
            </span>
          </p>
          <NextCard memberId={user.id} isMain={!canRedeem} />
          {user.owedTokens > 0 && <p className="muted">The {tokensLabel(user.owedTokens)} you owe can’t be redeemed.</p>}
          <div className="vacation-ways">
            <button
              type="button"
              className="treasure"
              disabled={!canRedeem || pausedUntil !== null}
              aria-describedby={pausedUntil ? pauseId : undefined}
              onClick={onRedeem}
            >
              Redeem Tokens
            </button>
            <button type="button" className="link-button" onClick={onTokenHistory}>
              Token history
            </button>
          </div>
          {pausedUntil && <RedemptionPause id={pauseId} until={pausedUntil} tokensNeeded={tokensNeeded} />}
        </div>
        {dialog === 'destination' && <DreamDialog destinationId={trip?.destinationId ?? null} onClose={() => setDialog(null)} />}
        {dialog === 'share' && trip && <ShareTripDialog trip={trip} tokens={balance} onClose={() => setDialog(null)} />}
      </section>
    </>
  );
}

function describeStop(tokens: number, goal: number): string {
  const reached = Math.max(0, tokens);
  if (reached >= goal) return tokensLabel(reached);
  const nextStop = Math.min(goal, (Math.floor(reached / tripStopTokens) + 1) * tripStopTokens);
  return `${tokensLabel(reached)}, next stop at ${number(nextStop)}`;
}
