import { cardsShownPerDay } from '#schema/rules.ts';
import { takeAlong } from '#web/features/finding/around/carried/use-carried.ts';
import type { LookedAt } from '#web/features/finding/around/looked-at.ts';
import { ApiError, errorText, NetworkError } from '#web/lib/api-error.ts';
import { number, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { DownloadIcon } from '#web/ui/data-table/table-icons.tsx';

const notTaken = 'The cards were not taken along';

/** Stores the cards around the place on the device for offline use. */
export function TakeAlong({ memberId, looked }: { memberId: number; looked: LookedAt }) {
  async function take() {
    try {
      const { cards, isDayUsedUp } = await takeAlong(memberId, looked);
      const why = isDayUsedUp ? `You have been shown ${number(cardsShownPerDay)} different cards today.` : '';
      if (cards.length === 0) {
        const description = `${why || 'No card is on the map yet.'} What you took along before stays with you.`;
        showToast({ title: notTaken, description, tone: 'error' });
        return;
      }
      const description = why
        ? `${why} There may be more around here: take them along after midnight UTC.`
        : 'They open here without network too, sorted by how far they are.';
      showToast({ title: `${plural(cards.length, 'card')} taken along`, description, tone: 'success' });
    } catch (error) {
      const isAnswer = error instanceof ApiError || error instanceof NetworkError;
      const description = isAnswer
        ? errorText(error, 'Please try again.')
        : 'This browser keeps nothing on the device. A private window may be why.';
      showToast({ title: notTaken, description, tone: 'error' });
    }
  }

  return (
    <ActionButton className="secondary button-small" action={take} pendingLabel="Taking along…">
      <DownloadIcon />
      Take along
    </ActionButton>
  );
}
