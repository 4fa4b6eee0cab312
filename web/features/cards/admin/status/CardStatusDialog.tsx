import { LoadedCard } from '#web/features/cards/admin/LoadedCard.tsx';
import { CardStatusForm } from '#web/features/cards/admin/status/CardStatusForm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

export function CardStatusDialog({ cardId, onClose }: { cardId: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={`Status of ${cardId}`} size="medium">
      <LoadedCard cardId={cardId}>{({ card }) => <CardStatusForm card={card} onDone={onClose} />}</LoadedCard>
    </Dialog>
  );
}
