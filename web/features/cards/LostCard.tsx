import { useState } from 'react';
import { Link } from 'wouter';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { cardPriceCents } from '#schema/rules.ts';
import { replaceLostCard } from '#web/features/cards/api.ts';
import { Answered } from '#web/features/cards/CardReports.tsx';
import { PrintLinks } from '#web/features/cards/PrintLinks.tsx';
import { dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Lets the owner give a lost or damaged card a new code, which uses up one of their unplaced cards. */
export function LostCard({ page: { card, spareCardId } }: { page: OwnCardPage }) {
  /** The card that the open dialog names, which stays the same even if the page reloads behind it. */
  const [offeredCard, setOfferedCard] = useState<string | null>(null);
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const close = () => setOfferedCard(null);

  async function replace() {
    if (offeredCard === null) return;
    const { message } = await replaceLostCard(card.cardId, offeredCard);
    close();
    setDoneMessage(message);
    showToast({ title: 'Card replaced', description: message, tone: 'success' });
  }

  if (doneMessage !== null)
    return (
      <section className="sheet stack gap-3 report" aria-labelledby="lost-title">
        <h2 id="lost-title">Print the new card</h2>
        <Answered message={doneMessage} />
        <PrintLinks card={card.cardId} />
      </section>
    );
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="lost-title">
      <h2 id="lost-title">Lost or damaged?</h2>
      <p className="muted small">
        Print this card again with a new code. It keeps its number, place and finds. The old code stops working.
      </p>
      {spareCardId === null ? (
        <p className="small">
          For this you need an unplaced card that you print at home.{' '}
          <Link href={paths.checkout('cache-cards', '1')}>Order one for {dollars(cardPriceCents)}</Link>
        </p>
      ) : (
        <button type="button" className="secondary" onClick={() => setOfferedCard(spareCardId)}>
          Replace this card
        </button>
      )}
      <Dialog open={offeredCard !== null} onClose={close} title="Replace this card?" size="small">
        <div className="stack">
          <p>
            The old code stops working right away. You give up your unplaced card <span className="code">{offeredCard}</span> for the new
            one.
          </p>
          <div className="cluster">
            <ActionButton className="danger" action={replace} failed="Couldn’t replace the card" pendingLabel="Replacing…">
              Replace it
            </ActionButton>
            <button type="button" className="secondary" onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
