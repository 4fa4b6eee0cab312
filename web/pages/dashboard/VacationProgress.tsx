import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { isEnoughForStay, optionsByCost, redeemableTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { cheapestCertificateTokens } from '#schema/rules.ts';
import { useCertificates, useRedemptionPause } from '#web/features/certificates/certificates-api.ts';
import { RedemptionPause } from '#web/features/certificates/RedemptionPause.tsx';
import { isUnderWay } from '#web/features/certificates/trip/trip-step.ts';
import { TripTrail } from '#web/features/progress/TripTrail.tsx';
import { useTrip } from '#web/features/progress/use-trip.ts';
import { number, tokensLabel } from '#web/lib/format.ts';
import { now } from '#web/lib/react/now.ts';
import { page } from '#web/lib/react/page.tsx';
import { i18n } from '#web/lib/words/words.ts';

const DreamDialog = page(() => import('#web/features/progress/DreamDialog.tsx').then((file) => file.DreamDialog)).Component;

const ShareTripDialog = page(() => import('#web/features/progress/ShareTripDialog.tsx').then((file) => file.ShareTripDialog)).Component;

const pauseId = 'redemption-pause';
const minimumId = 'redemption-minimum';

export function VacationProgress({ user, onRedeem, onTokenHistory }: { user: User; onRedeem: () => void; onTokenHistory: () => void }) {
  const balance = redeemableTokens(user);
  const knownTrip = useTrip(user.id);
  const trip = knownTrip ?? null;
  const [dialog, setDialog] = useState<'destination' | 'share' | null>(null);
  const { goal, tokensNeeded: tokensToNextStay } = vacationProgress(balance);
  const goalTokens = trip?.tokens ?? goal.tokenCost;
  const tokensNeeded = trip ? Math.max(0, trip.tokens - balance) : tokensToNextStay;
  const pausedUntil = useRedemptionPause();
  const { data: certificates } = useCertificates();
  const isNextTrip = certificates?.some((certificate) => isUnderWay(certificate, now())) ?? false;
  const affordable = optionsByCost.findLast(({ tokenCost }) => tokenCost <= balance);
  const canRedeem = isEnoughForStay(balance);
  return (
    <section className="sheet stack vacation" aria-labelledby="vacation-title" aria-busy={knownTrip === undefined}>
      <div className="stack gap-1 vacation-text">
        <h2 id="vacation-title">{t`Progress to Next Vacation`}</h2>
        <p className="vacation-goal">
          {isNextTrip && <span className="muted">{t`Next trip:`} </span>}
          {tokensNeeded > 0 && affordable && !trip && !pausedUntil ? (
            <>
              <strong>{t`You can redeem a ${i18n._(affordable.name)} now`}</strong>{' '}
              <span className="vacation-more">{t`${number(tokensNeeded)} more for a ${i18n._(goal.name)}`}</span>
            </>
          ) : tokensNeeded > 0 ? (
            trip ? (
              <Trans>
                <strong>{tokensLabel(tokensNeeded)}</strong> to go until your trip to {trip.name}
              </Trans>
            ) : (
              <Trans>
                <strong>{tokensLabel(tokensNeeded)}</strong> to go until a {i18n._(goal.name)}
              </Trans>
            )
          ) : (
            <strong>
              {trip
                ? t`You have enough for a trip to ${trip.name}`
                : pausedUntil
                  ? t`You have enough for your next stay`
                  : t`You have enough for any stay`}
            </strong>
          )}
        </p>
        <TripTrail
          tokens={balance}
          goal={goalTokens}
          destinationId={trip?.destinationId ?? null}
          label={trip ? t`Progress to ${trip.name}` : t`Progress to your next stay`}
        />
        <p className="vacation-scale">
          <span>{describeProgress(balance, goalTokens)}</span>
          <span className="vacation-links">
            {trip && <button type="button" className="link-button" onClick={() => setDialog('share')}>{t`Share`}</button>}
            <button type="button" className="link-button" onClick={() => setDialog('destination')}>
              {trip ? t`Change destination` : t`Choose a destination`}
            </button>
          </span>
        </p>
        {user.owedTokens > 0 && <p className="muted">{t`The ${tokensLabel(user.owedTokens)} you owe can’t be redeemed.`}</p>}
        <div className="vacation-ways">
          <button
            type="button"
            className="treasure"
            disabled={!canRedeem || pausedUntil !== null}
            aria-describedby={pausedUntil ? pauseId : canRedeem ? undefined : minimumId}
            onClick={onRedeem}
          >
            {t`Redeem Tokens`}
          </button>
          {!canRedeem && (
            <span id={minimumId} className={goalTokens === cheapestCertificateTokens ? 'visually-hidden' : 'muted'}>
              {t`Unlocks at ${number(cheapestCertificateTokens)} tokens`}
            </span>
          )}
          <button type="button" className="link-button" onClick={onTokenHistory}>{t`Token history`}</button>
        </div>
        {pausedUntil && <RedemptionPause id={pauseId} until={pausedUntil} tokensNeeded={tokensNeeded} />}
      </div>
      {dialog === 'destination' && <DreamDialog destinationId={trip?.destinationId ?? null} onClose={() => setDialog(null)} />}
      {dialog === 'share' && trip && <ShareTripDialog trip={trip} tokens={balance} onClose={() => setDialog(null)} />}
    </section>
  );
}

function describeProgress(tokens: number, goal: number): string {
  const reached = Math.max(0, tokens);
  if (reached >= goal) return plural(reached, { one: '# token', other: '# tokens' });
  return t`${number(reached)} of ${plural(goal, { one: '# token', other: '# tokens' })}`;
}
