import { EditCardForm } from '#web/features/cards/admin/EditCardForm.tsx';
import { LoadedCard } from '#web/features/cards/admin/LoadedCard.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

export function EditCardDialog({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Edit card ${cardId}`} size="medium">
      <LoadedCard cardId={cardId}>{({ card }) => <EditCardForm card={card} onDone={onClose} />}</LoadedCard>
    </Dialog>
  );
}
