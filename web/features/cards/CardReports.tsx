import { plural, t } from '@lingui/core/macro';
import type { OwnCard, OwnCardPage } from '#schema/cards/card.ts';
import type { ReportAnswer } from '#schema/cards/report-answer.ts';
import { answerReports } from '#web/features/cards/api.ts';
import { date } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { joinSentences } from '#web/lib/words/join-texts.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';

/** Id of the heading of the section for replacing the card (LostCard.tsx). */
export const lostCardHeadingId = 'lost-title';

interface AnswerProps {
  onAnswer: (message: string) => void;
}

/** Shows members' reports that the card is missing, until the owner responds. */
export function CardReports({ page, answer, onAnswer }: AnswerProps & { page: OwnCardPage; answer: string | null }) {
  const { card, openReports, uncountedReports, canConfirmFrom } = page;
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="reports-title">
      <h2 id="reports-title">{t`Is it still there?`}</h2>
      {answer !== null ? (
        <Answered message={answer} />
      ) : (
        <>
          <p>
            {joinSentences(
              [
                openReports > 0 &&
                  plural(openReports, { one: '# member couldn’t find this card.', other: '# members couldn’t find this card.' }),
                uncountedReports > 0 && describeUncounted(uncountedReports, openReports > 0),
                card.status === 'missing' && t`It’s off the map.`,
              ].filter((sentence) => typeof sentence === 'string'),
            )}
          </p>
          <div className="cluster">
            {canConfirmFrom === null && (
              <ActionButton
                action={() => sendAnswer(card, 'still_there', onAnswer)}
                failed={t`Couldn’t send your answer`}
                pendingLabel={t`Sending…`}
              >
                {t`It’s still there`}
              </ActionButton>
            )}
            {card.status === 'active' && <TakeOffMapButton card={card} onAnswer={onAnswer} />}
            {card.status === 'missing' && <a href={`#${lostCardHeadingId}`} className="button secondary">{t`It’s gone`}</a>}
          </div>
          {canConfirmFrom !== null && (
            <p className="muted small">{t`Scan the card to close the reports. Without a scan, you can respond again on ${date(canConfirmFrom)}.`}</p>
          )}
        </>
      )}
    </section>
  );
}

export async function sendAnswer({ cardId }: OwnCard, answer: ReportAnswer, onAnswer: AnswerProps['onAnswer']) {
  const { message } = await answerReports(cardId, answer);
  onAnswer(message);
  showToast({ title: answer === 'off_the_map' ? t`Card off the map` : t`Answer sent`, description: message, tone: 'success' });
}

export function TakeOffMapButton({ card, onAnswer }: AnswerProps & { card: OwnCard }) {
  return (
    <ActionButton
      className="secondary"
      action={() => sendAnswer(card, 'off_the_map', onAnswer)}
      failed={t`Couldn’t take the card off the map`}
      pendingLabel={t`Taking it off…`}
    >
      {t`Take it off the map`}
    </ActionButton>
  );
}

/** Shows that the owner's response to the reports was saved. Takes the focus because the pressed button has disappeared. */
export function Answered({ message }: { message: string }) {
  const answer = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p ref={answer} tabIndex={-1}>
      {message}
    </p>
  );
}

/** Describes the reports from new members, after those of others if there are any. */
function describeUncounted(count: number, isAfterOthers: boolean): string {
  return isAfterOthers
    ? t`${plural(count, { one: '# new member', other: '# new members' })} couldn’t find it either. Reports from new members don’t take a card off the map.`
    : t`${plural(count, { one: '# new member', other: '# new members' })} couldn’t find it. Reports from new members don’t take a card off the map.`;
}
