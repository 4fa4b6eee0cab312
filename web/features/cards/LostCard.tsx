import { useState } from 'react';
import { Link } from 'wouter';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { cardPriceCents } from '#schema/rules.ts';
import { replaceLostCard } from '#web/features/cards/api.ts';
import { dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Lets the owner give a lost or damaged card a new code, which uses up one of their unplaced cards. */
export function LostCard({ page: { card, spareCardId } }: { page: OwnCardPage }) {
  const [isAsking, setIsAsking] = useState(false);

  async function replace() {
    const { message } = await replaceLostCard(card.cardId);
    setIsAsking(false);
    showToast({ title: 'Card replaced', description: message, tone: 'success' });
  }

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
        <button type="button" className="secondary" onClick={() => setIsAsking(true)}>
          Replace this card
        </button>
      )}
      <Dialog open={isAsking} onClose={() => setIsAsking(false)} title="Replace this card?" size="small">
        <div className="stack">
          <p>
            The old code stops working right away. You give up your unplaced card <span className="code">{spareCardId}</span> for the new
            one.
          </p>
          <div className="cluster">
            <ActionButton className="danger" action={replace} failed="Couldn’t replace the card" pendingLabel="Replacing…">
              Replace it
            </ActionButton>
            <button type="button" className="secondary" onClick={() => setIsAsking(false)}>
              Cancel
            </button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}
