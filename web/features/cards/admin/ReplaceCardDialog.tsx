import { type AdminCardDetails, ReplaceCardForm } from '#schema/cards/admin-cards.ts';
import { cardPdfPath, replaceCard } from '#web/features/cards/admin/cards-api.ts';
import { LoadedCard } from '#web/features/cards/admin/LoadedCard.tsx';
import { useSeenCard } from '#web/features/cards/admin/use-seen-card.tsx';
import { downloadByLink } from '#web/lib/api/download.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

interface ReplaceCardDialogProps {
  cardId: string;
  onClose: () => void;
}

export function ReplaceCardDialog({ cardId, onClose }: ReplaceCardDialogProps) {
  return (
    <Dialog open onClose={onClose} title={`Replace ${cardId}`} size="medium">
      <LoadedCard cardId={cardId}>{({ card }) => <ReplaceForm card={card} onDone={onClose} />}</LoadedCard>
    </Dialog>
  );
}

function ReplaceForm({ card: current, onDone }: { card: AdminCardDetails['card']; onDone: () => void }) {
  const { card, form } = useSeenCard(current, () => ({ reason: '' }));
  const { cardId } = card;
  return (
    <Form
      {...form}
      label="Replace the card"
      className="stack"
      schema={ReplaceCardForm}
      send={async ({ reason }) => {
        await replaceCard(cardId, { version: card.version, reason });
        onDone();
        showToast({
          tone: 'success',
          title: `${cardId} has a new code`,
          description: 'Its print PDF is being loaded.',
        });
        // The code is already replaced; a failed download can be repeated from the card.
        await downloadByLink(cardPdfPath(cardId)).catch(() => undefined);
      }}
    >
      <p>
        It stays the same card, with its number, place and finds, and gets a new code. A QR code that was printed before is an unknown card
        from then on, also where somebody scanned it offline and has not sent that yet.
      </p>
      <p>{card.userInfo ? `${card.userInfo.email} is told by mail, and can print it too.` : 'Nobody owns it, so nobody is told.'}</p>
      <FormField label="Why" name="reason" autoComplete="off" hint="Kept in the audit log" data-autofocus />
      <FormActions pendingLabel="Replacing…" onCancel={onDone} className="danger">
        Replace and print
      </FormActions>
    </Form>
  );
}
