import '#web/features/progress/goals/goal-picture.css';
import type { Goal } from '#web/features/progress/goals/next-goals.ts';
import { Medal } from '#web/features/progress/medals/Medal.tsx';
import { DestinationPicture } from '#web/features/stays/DestinationPicture.tsx';

export function GoalPicture({ picture }: { picture: Goal['picture'] }) {
  if (picture === 'rest') return <span className="goal-mark goal-mark-rest" aria-hidden="true" />;
  if ('medal' in picture) return <Medal id={picture.medal} isEarned={false} />;
  if ('destinationId' in picture) return <DestinationPicture id={picture.destinationId ?? 'elsewhere'} />;
  const isWeeks = 'weeks' in picture;
  return (
    <span className={isWeeks ? 'goal-mark goal-mark-weeks' : 'goal-mark goal-mark-stop'} aria-hidden="true">
      {isWeeks ? picture.weeks : picture.tokens}
    </span>
  );
}
