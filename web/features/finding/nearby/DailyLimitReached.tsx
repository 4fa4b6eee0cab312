import { cardsShownPerDay } from '#schema/rules.ts';
import { number } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Shown at the daily limit, which in practice only scrapers reach. */
export function DailyLimitReached() {
  return (
    <Alert tone="info" title="You’ve reached today’s limit">
      You’ve seen {number(cardsShownPerDay)} different cards today. You can see more after midnight UTC. Cards you saved offline still work.
    </Alert>
  );
}
