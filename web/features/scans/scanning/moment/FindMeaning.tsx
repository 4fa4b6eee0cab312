import '#web/features/scans/scanning/moment/find-moment.css';
import { redeemableTokens, vacationProgress } from '#schema/certificates/vacation-progress.ts';
import { tokensPerOwnerScan } from '#schema/rules.ts';
import type { ScanResponse } from '#schema/scans/scan.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ordinal, useFindMoment } from '#web/features/scans/scanning/moment/find-moment.ts';
import { plural, tokensLabel } from '#web/lib/format.ts';
import { Progress } from '#web/ui/Progress.tsx';

export interface FindMeaningProps {
  response: ScanResponse;
}

export function FindMeaning({ response: { card, tokenBalance } }: FindMeaningProps) {
  const { data } = useFindMoment(card.cardId);
  return (
    <section className="stack gap-3 find-meaning" aria-label="What this find means">
      <Sparks />
      <NextStay tokenBalance={tokenBalance} />
      {data && (
        <div role="status">
          <p>
            {data.number !== null && <strong>{numberWords(data.number)}</strong>}{' '}
            {card.totalScans === 1 && 'You’re the first to find this card!'}
          </p>
          {data.paidOwner && <p>You just earned the owner {plural(tokensPerOwnerScan, 'token')}, too. They say thanks!</p>}
        </div>
      )}
    </section>
  );
}

function numberWords(number: number): string {
  return number === 1 ? 'Your first find: welcome to the trail!' : `Your ${ordinal(number)} find.`;
}

/**
 * Shows progress toward the next stay. Renders nothing until the user is loaded: owed tokens do not count, and the number owed is not known
 * before then.
 */
function NextStay({ tokenBalance }: Pick<ScanResponse, 'tokenBalance'>) {
  const { user } = useUser();
  if (!user) return null;
  const balance = redeemableTokens({ tokenBalance, owedTokens: user.owedTokens });
  const { goal, tokensNeeded } = vacationProgress(balance);
  if (tokensNeeded === 0)
    return (
      <p>
        <strong>You have enough for any stay.</strong>
      </p>
    );
  return (
    <div>
      <Progress value={balance} max={goal.tokenCost} label={`Progress to the ${goal.name}`} />
      <p>
        <strong>{tokensLabel(tokensNeeded)}</strong> to go for a {goal.name}
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
