import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { i18n } from '#web/lib/words/words.ts';
import '#web/features/scans/scanning/moment/find-moment.css';
import { useEffect, useState } from 'react';
import type { User } from '#schema/accounts/user.ts';
import { redeemableTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { medalIds, medals } from '#schema/progress/medals.ts';
import { tokensPerOwnerScan, tripStopTokens } from '#schema/rules.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { Medal } from '#web/features/progress/medals/Medal.tsx';
import { medalLabels } from '#web/features/progress/medals/medal-labels.ts';
import { markMedalSeen } from '#web/features/progress/medals/new-medals.ts';
import { TripTrail } from '#web/features/progress/TripTrail.tsx';
import { useTrip } from '#web/features/progress/use-trip.ts';
import { ordinal, useFindMoment } from '#web/features/scans/scanning/moment/find-moment.ts';
import { number, tokensLabel } from '#web/lib/format.ts';

export interface FindMeaningProps {
  response: ScanResponse;
}

export function FindMeaning({ response }: FindMeaningProps) {
  const { card } = response;
  const { user } = useUser();
  const { data, error } = useFindMoment(card.cardId);
  return (
    <section className="stack gap-3 find-meaning" aria-label={t`What this find means`}>
      <Sparks />
      {/* Waits for the find's facts, so that their medal moves nothing. */}
      {user && data && data.number !== null && <FindMedal memberId={user.id} finds={data.number} />}
      {/* Owed tokens do not count, and their number is not known until the user is loaded. */}
      {user && (data !== undefined || error !== undefined) && <TripMove member={user} response={response} />}
      {data && (
        <div role="status" className="stack gap-2">
          <p>
            {data.number !== null && <strong>{numberWords(data.number)}</strong>}{' '}
            {card.totalScans === 1 && t`You’re the first to find this card!`}
          </p>
          {data.paidOwner && (
            <p>{t`You just earned the owner ${plural(tokensPerOwnerScan, { one: '# token', other: '# tokens' })}, too. They say thanks!`}</p>
          )}
        </div>
      )}
    </section>
  );
}

function numberWords(count: number): string {
  return count === 1 ? t`Your first find: welcome to the trail!` : t`Your ${ordinal(count)} find.`;
}

/** Announces the medal for this number of finds, which the member's progress includes only after the next run of the job. */
function FindMedal({ memberId, finds }: { memberId: number; finds: number }) {
  const id = medalIds.find((medal) => medals[medal].measure === 'finds' && medals[medal].goal === finds);
  useEffect(() => {
    if (id) markMedalSeen(memberId, id);
  }, [memberId, id]);
  if (!id) return null;
  return (
    <p role="status" className="find-medal">
      <Medal id={id} />
      <span>
        {t`New medal:`} <strong>{medalLabels()[id].name}</strong>
      </span>
    </p>
  );
}

interface TripMoveProps {
  member: Pick<User, 'id' | 'owedTokens'>;
  response: Pick<ScanResponse, 'tokenBalance' | 'tokensEarned'>;
}

/** Shows how far this find moved the member on the trail to their destination, or to the next stay. */
function TripMove({ member: { id, owedTokens }, response: { tokenBalance, tokensEarned } }: TripMoveProps) {
  const trip = useTrip(id);
  const balance = redeemableTokens({ tokenBalance, owedTokens });
  // Starts the traveler at the balance before this find, then moves them to the new one.
  const [tokens, setTokens] = useState(balance - tokensEarned);
  useEffect(() => setTokens(balance), [balance]);
  const { goal, tokensNeeded: tokensToNextStay } = vacationProgress(balance);
  const goalTokens = trip?.tokens ?? goal.tokenCost;
  const tokensNeeded = trip ? Math.max(0, trip.tokens - balance) : tokensToNextStay;
  const stop = Math.floor(balance / tripStopTokens) * tripStopTokens;
  return (
    <div className="stack gap-2">
      <TripTrail
        tokens={tokens}
        goal={goalTokens}
        destinationId={trip?.destinationId ?? null}
        label={trip ? t`Progress to ${trip.name}` : t`Progress to the ${i18n._(goal.name)}`}
      />
      {stop > 0 && stop > balance - tokensEarned && stop < goalTokens && (
        <p>
          <strong>{t`You reached the ${number(stop)}-token stop!`}</strong>
        </p>
      )}
      <p>
        {tokensNeeded > 0 ? (
          trip ? (
            <Trans>
              <strong>{tokensLabel(tokensNeeded)}</strong> to go until your trip to {trip.name}
            </Trans>
          ) : (
            <Trans>
              <strong>{tokensLabel(tokensNeeded)}</strong> to go for a {i18n._(goal.name)}
            </Trans>
          )
        ) : (
          <strong>{trip ? t`You have enough for a trip to ${trip.name}.` : t`You have enough for any stay.`}</strong>
        )}
      </p>
    </div>
  );
}

const sparks = Array.from({ length: 16 }, (_, index) => index);

/** Plays an animation once, or not at all if the user prefers reduced motion. */
function Sparks() {
  return (
    <div className="find-sparks" aria-hidden="true">
      {sparks.map((index) => (
        <i key={index} style={{ left: `${4 + ((index * 37) % 92)}%`, animationDelay: `${(index * 53) % 400}ms` }} />
      ))}
    </div>
  );
}
