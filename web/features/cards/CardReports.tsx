import { useState } from 'react';
import type { OwnCard, OwnCardPage, ReportAnswer } from '#schema/cards/card.ts';
import { answerReports } from '#web/features/cards/api.ts';
import { date, plural } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

interface AnswerProps {
  onAnswer: (message: string) => void;
}

/** Shows members' reports that the card is missing, until the owner responds. */
export function CardReports({ page, answer, onAnswer }: AnswerProps & { page: OwnCardPage; answer: string | null }) {
  const { card, openReports, uncountedReports, canConfirmFrom } = page;
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="reports-title">
      <h2 id="reports-title">Is it still there?</h2>
      {answer !== null ? (
        <Answered message={answer} />
      ) : (
        <>
          <p>
            {openReports > 0 && `${plural(openReports, 'member')} couldn’t find this card. `}
            {uncountedReports > 0 &&
              `${plural(uncountedReports, 'new member')} couldn’t find it${openReports > 0 ? ' either' : ''}. Reports by new members don’t take it off the map. `}
            {card.status === 'missing' && 'It’s off the map.'}
          </p>
          <div className="cluster">
            {canConfirmFrom === null && (
              <ActionButton
                action={() => sendAnswer(card, 'still_there', onAnswer)}
                failed="Couldn’t send your answer"
                pendingLabel="Sending…"
              >
                It’s still there
              </ActionButton>
            )}
            {card.status === 'active' && <TakeOffMapButton card={card} onAnswer={onAnswer} />}
          </div>
          {canConfirmFrom !== null && (
            <p className="muted small">
              Scan the card to close the reports. Without a scan, you can respond again on {date(canConfirmFrom)}.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Lets owners report their own card as missing if no member has an open report on it. */
export function OwnReport({ card, onAnswer }: AnswerProps & { card: OwnCard }) {
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="reports-title">
      <h2 id="reports-title">Is the card gone?</h2>
      <p className="muted small">
        {card.status === 'missing'
          ? 'This card is off the map. Scan it once it’s back in place.'
          : 'Take it off the map so nobody keeps looking for it.'}
      </p>
      {card.status === 'active' && <TakeOffMapButton card={card} onAnswer={onAnswer} />}
    </section>
  );
}

async function sendAnswer({ cardId }: OwnCard, answer: ReportAnswer, onAnswer: AnswerProps['onAnswer']) {
  const { message } = await answerReports(cardId, answer);
  onAnswer(message);
  showToast({ title: 'Answer sent', description: message, tone: 'success' });
}

/** Asks the owner to confirm before taking the card off the map because only a scan can put it back. */
function TakeOffMapButton({ card, onAnswer }: AnswerProps & { card: OwnCard }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <button type="button" className="secondary" onClick={() => setIsAsking(true)}>
        Take it off the map
      </button>
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title="Take this card off the map?" size="small">
        <div className="stack">
          <p>The card returns to the map once someone scans it.</p>
          <div className="cluster">
            <ActionButton
              className="danger"
              action={() => sendAnswer(card, 'off_the_map', onAnswer)}
              failed="Couldn’t send your answer"
              pendingLabel="Sending…"
            >
              Take it off the map
            </ActionButton>
            <button type="button" className="secondary" onClick={() => setIsAsking(false)}>
              Cancel
            </button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** Shows that the owner's response to the reports was saved. Takes the focus because the pressed button has disappeared. */
function Answered({ message }: { message: string }) {
  const answer = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p ref={answer} tabIndex={-1}>
      {message}
    </p>
  );
}
