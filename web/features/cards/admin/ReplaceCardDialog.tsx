import { type AdminCardDetails, ReplaceCardForm } from '#schema/cards/admin-cards.ts';
import { downloadPrintFile } from '#web/features/admin/lists/PrintFileDialog.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { cardPdfPath, replaceCard } from '#web/features/cards/admin/cards-api.ts';
import { LoadedCard } from '#web/features/cards/admin/LoadedCard.tsx';
import { useLatestCard } from '#web/features/cards/admin/use-latest-card.tsx';
import { showToast } from '#web/lib/react/toast.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Form } from '#web/ui/forms/Form.tsx';
import { FormActions, FormField } from '#web/ui/forms/form-inputs.tsx';

export function ReplaceCardDialog({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Replace ${cardId}`} size="medium">
      <LoadedCard cardId={cardId}>{({ card }) => <ReplaceForm card={card} onDone={onClose} />}</LoadedCard>
    </Dialog>
  );
}

function ReplaceForm({ card: current, onDone }: { card: AdminCardDetails['card']; onDone: () => void }) {
  const { card, form } = useLatestCard(current, () => ({ reason: '' }));
  const { cardId } = card;
  const isSuperAdmin = useIsSuperAdmin();
  const printInstruction = card.userInfo ? 'The owner can print the card now.' : 'Ask a super administrator to print it.';
  return (
    <Form
      {...form}
      label="Replace card"
      className="stack"
      schema={ReplaceCardForm}
      send={async ({ reason }) => {
        await replaceCard(cardId, { version: card.version, reason });
        onDone();
        showToast({
          tone: 'success',
          title: `${cardId} has a new code`,
          description: isSuperAdmin ? 'The card’s print PDF is downloading.' : printInstruction,
        });
        // Ignore a failed download: the code is already replaced, and the card's page offers the download again.
        if (isSuperAdmin) await downloadPrintFile(cardPdfPath(cardId), reason).catch(() => undefined);
      }}
    >
      <p>
        The card keeps its ID, location and finds but gets a new code. Existing prints stop working, even for offline scans that haven’t
        been sent yet.
      </p>
      <p>
        {card.userInfo ? `${card.userInfo.email} will get an email and can print it.` : 'This card has no owner to email.'}{' '}
        {!isSuperAdmin && 'Only super administrators can print it here, because the print file contains the secret code.'}
      </p>
      <FormField label="Reason" name="reason" autoComplete="off" hint="For the audit log" data-autofocus />
      <FormActions pendingLabel="Replacing…" onCancel={onDone} className="danger">
        {isSuperAdmin ? 'Replace and print' : 'Replace'}
      </FormActions>
    </Form>
  );
}
