import { cardsShownPerDay } from '#schema/rules.ts';
import { number } from '#web/lib/format.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

/** Only somebody scraping the map reaches this limit. */
export function DayUsedUp() {
  return (
    <Alert tone="info" title="That was a lot of cards for one day">
      You have been shown {number(cardsShownPerDay)} different cards today. Lists and maps show cards again after midnight UTC; those you
      took along stay with you.
    </Alert>
  );
}
