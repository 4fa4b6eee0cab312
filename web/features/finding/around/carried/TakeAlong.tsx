import { cardsShownPerDay } from '#schema/rules.ts';
import { takeAlong } from '#web/features/finding/around/carried/use-carried.ts';
import type { LookedAt } from '#web/features/finding/around/looked-at.ts';
import { ApiError, errorText, NetworkError } from '#web/lib/api-error.ts';
import { number, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { DownloadIcon } from '#web/ui/data-table/table-icons.tsx';

const notTaken = 'The cards were not saved offline';

/** Stores the cards around the place on the device for offline use. */
export function TakeAlong({ memberId, looked }: { memberId: number; looked: LookedAt }) {
  async function take() {
    try {
      const { cards, isDayUsedUp } = await takeAlong(memberId, looked);
      const why = isDayUsedUp ? `You’ve seen ${number(cardsShownPerDay)} different cards today, the daily limit.` : '';
      if (cards.length === 0) {
        const description = `${why || 'No cards on the map yet.'} The cards you saved earlier are still here.`;
        showToast({ title: notTaken, description, tone: 'error' });
        return;
      }
      const description = why
        ? `${why} There may be more around here: try again after midnight UTC.`
        : 'You can open them here offline, sorted by distance.';
      showToast({ title: `${plural(cards.length, 'card')} saved offline`, description, tone: 'success' });
    } catch (error) {
      const isAnswer = error instanceof ApiError || error instanceof NetworkError;
      const description = isAnswer ? errorText(error, 'Please try again.') : 'This browser can’t store them. Are you in a private window?';
      showToast({ title: notTaken, description, tone: 'error' });
    }
  }

  return (
    <ActionButton className="secondary button-small" action={take} pendingLabel="Saving…">
      <DownloadIcon />
      Take along
    </ActionButton>
  );
}
