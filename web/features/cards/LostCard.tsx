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

/** Lets the owner give a lost or damaged card a new code, which uses up one of their unplaced cards or, without one, is paid for. */
export function LostCard({ page: { card, spareCardId } }: { page: OwnCardPage }) {
  /** What the open dialog offers: the unplaced card that it names, which stays the same even if the page reloads, or a new one to buy. */
  const [offer, setOffer] = useState<{ spare: string | null }>();
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const close = () => setOffer(undefined);

  async function replace() {
    if (!offer?.spare) return;
    const { message } = await replaceLostCard(card.cardId, offer.spare);
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
        Print this card again with a new code. It keeps its number, location and finds. The old code stops working.
      </p>
      <button type="button" className="secondary" onClick={() => setOffer({ spare: spareCardId })}>
        {spareCardId === null ? `Replace card for ${dollars(cardPriceCents)}` : 'Replace this card'}
      </button>
      <Dialog open={offer !== undefined} onClose={close} title="Replace this card?" size="small">
        <div className="stack">
          {offer?.spare ? (
            <p>
              The old code stops working right away. This uses up your unplaced card <span className="code">{offer.spare}</span>.
            </p>
          ) : (
            <p>
              The old code stops working as soon as you’ve paid {dollars(cardPriceCents)}. You then print the card with its new code
              yourself.
            </p>
          )}
          <div className="cluster">
            {offer?.spare ? (
              <ActionButton className="danger" action={replace} failed="Couldn’t replace the card" pendingLabel="Replacing…">
                Replace it
              </ActionButton>
            ) : (
              <Link href={paths.checkout('cache-cards', card.cardId)} className="button">
                Continue to payment
              </Link>
            )}
            <button type="button" className="secondary" onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
