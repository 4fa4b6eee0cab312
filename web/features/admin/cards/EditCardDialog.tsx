import { EditCardForm } from '#web/features/admin/cards/EditCardForm.tsx';
import { LoadedCard } from '#web/features/admin/cards/LoadedCard.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

/** Edits what is said of a card, and who owns it. */
export function EditCardDialog({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Edit card ${cardId}`} size="medium">
      <LoadedCard cardId={cardId}>{({ card }) => <EditCardForm card={card} onDone={onClose} />}</LoadedCard>
    </Dialog>
  );
}
