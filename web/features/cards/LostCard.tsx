import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { IdentityProofForm } from '#schema/accounts/identity-proof.ts';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { cardPriceCents } from '#schema/rules.ts';
import { ProofOfIdentity } from '#web/features/accounts/account/ProofOfIdentity.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { orderReplacement, replaceLostCard } from '#web/features/cards/api.ts';
import { Answered, lostCardHeadingId } from '#web/features/cards/CardReports.tsx';
import { PrintLinks } from '#web/features/cards/PrintLinks.tsx';
import { dollars } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions } from '#web/ui/forms/form-inputs.tsx';

/** Lets the owner give a lost or damaged card a new code, which uses up one of their unplaced cards or, without one, is paid for. */
export function LostCard({ page: { card, spareCardId } }: { page: OwnCardPage }) {
  /** What the open dialog offers: the unplaced card that it names, which stays the same even if the page reloads, or a new one to buy. */
  const [offer, setOffer] = useState<{ spare: string | null }>();
  const [doneMessage, setDoneMessage] = useState<string | null>(null);
  const close = () => setOffer(undefined);
  const { user } = useUser();
  const [, navigate] = useLocation();

  async function replace(currentPassword: string) {
    if (!offer?.spare) {
      await orderReplacement(card.cardId, currentPassword);
      navigate(paths.checkout('cache-cards', card.cardId));
      return;
    }
    const { message } = await replaceLostCard(card.cardId, offer.spare, currentPassword);
    close();
    setDoneMessage(message);
    showToast({ title: t`Card replaced`, description: message, tone: 'success' });
  }

  if (doneMessage !== null)
    return (
      <section className="sheet stack gap-3 report" aria-labelledby={lostCardHeadingId}>
        <h2 id={lostCardHeadingId}>{t`Print the new card`}</h2>
        <Answered message={doneMessage} />
        <PrintLinks card={card.cardId} />
      </section>
    );
  return (
    <section className="sheet stack gap-3 report" aria-labelledby={lostCardHeadingId}>
      <h2 id={lostCardHeadingId}>{t`Lost or damaged?`}</h2>
      <p className="muted small">{t`Print this card again with a new code. It keeps its number, location and finds. The old code stops working.`}</p>
      <button type="button" className="secondary" onClick={() => setOffer({ spare: spareCardId })}>
        {spareCardId === null ? t`Replace card for ${dollars(cardPriceCents)}` : t`Replace this card`}
      </button>
      <Dialog open={offer !== undefined} onClose={close} title={t`Replace this card?`} size="small">
        <Form
          label={t`Replace this card?`}
          className="stack"
          schema={IdentityProofForm}
          defaults={{ currentPassword: '' }}
          send={({ currentPassword = '' }) => replace(currentPassword)}
          failed={t`Couldn’t replace the card`}
        >
          {offer?.spare ? (
            <p>
              <Trans>
                The old code stops working right away. This uses up your unplaced card <span className="code">{offer.spare}</span>.
              </Trans>
            </p>
          ) : (
            <p>{t`The old code stops working as soon as you’ve paid ${dollars(cardPriceCents)}. You then print the card with its new code yourself.`}</p>
          )}
          {user && <ProofOfIdentity user={user} subject="card" />}
          <FormActions className={offer?.spare ? 'danger' : ''} pendingLabel={offer?.spare ? t`Replacing…` : t`Loading…`} onCancel={close}>
            {offer?.spare ? t`Replace it` : t`Continue to payment`}
          </FormActions>
        </Form>
      </Dialog>
    </section>
  );
}
