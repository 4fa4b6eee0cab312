import { plural, t } from '@lingui/core/macro';
import { dailyCards } from '#schema/finding/daily-cards.ts';
import { metersBetween } from '#schema/finding/geo.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { carryCards, useCarriedCards } from '#web/features/finding/nearby/carried/use-carried.ts';
import type { SearchPlace } from '#web/features/finding/nearby/search-place.ts';
import { ApiError, errorText, NetworkError } from '#web/lib/api-error.ts';
import { number } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { DownloadIcon } from '#web/ui/data-table/table-icons.tsx';
import { CheckIcon } from '#web/ui/icons/shell-icons.tsx';

/** Cards saved no farther away than this are those around the place. */
const samePlaceMeters = 1_000;

const failureTitle = () => t`Couldn’t save the cards offline`;

/** Stores the cards around a location on the device for offline use. */
export function CarryCardsButton({ memberId, searchPlace }: { memberId: number; searchPlace: SearchPlace }) {
  const isVerified = useUser().user?.emailVerified ?? false;
  const region = useCarriedCards(memberId);
  const isSaved = region !== null && metersBetween(region.place, searchPlace) < samePlaceMeters;

  async function saveCards() {
    try {
      const { cards, isDayUsedUp } = await carryCards(memberId, searchPlace);
      const limitText = isDayUsedUp ? t`You’ve seen ${number(dailyCards(isVerified))} different cards today, the daily limit.` : '';
      if (cards.length === 0) {
        const description = `${limitText || t`No cards on the map yet.`} ${t`The cards you saved earlier are still here.`}`;
        showToast({ title: failureTitle(), description, tone: 'error' });
        return;
      }
      const description = limitText
        ? `${limitText} ${t`There may be more around here: try again after midnight UTC.`}`
        : t`You can open them here offline, sorted by distance.`;
      showToast({ title: t`${plural(cards.length, { one: '# card', other: '# cards' })} saved offline`, description, tone: 'success' });
    } catch (error) {
      const isApiFailure = error instanceof ApiError || error instanceof NetworkError;
      const description = isApiFailure
        ? errorText(error, t`Please try again.`)
        : t`This browser can’t save the cards. Are you in a private window?`;
      showToast({ title: failureTitle(), description, tone: 'error' });
    }
  }

  return (
    <ActionButton className="ghost button-small" action={saveCards} pendingLabel={t`Saving…`}>
      {isSaved ? (
        <>
          <CheckIcon />
          {t`Saved`} · {plural(region.cards.length, { one: '# card', other: '# cards' })}
          <span className="visually-hidden">, {t`save again`}</span>
        </>
      ) : (
        <>
          <DownloadIcon />
          {t`Save offline`}
        </>
      )}
    </ActionButton>
  );
}
