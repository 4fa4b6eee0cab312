import type { AdminCardDetails } from '#schema/admin/cards.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { QrIcon } from '#web/components/icons.tsx';
import { CardFindings } from '#web/features/admin/cards/CardFindings.tsx';
import { CardRecord } from '#web/features/admin/cards/CardRecord.tsx';
import { LoadedCard } from '#web/features/admin/cards/LoadedCard.tsx';

interface CardDetailsDialogProps {
  cardId: string;
  onClose: () => void;
  onChange: (kind: 'edit' | 'status') => void;
}

/** All that is known of one card, and the ways to change it. */
export function CardDetailsDialog({ cardId, onClose, onChange }: CardDetailsDialogProps) {
  return (
    <Dialog open onClose={onClose} title={`Card ${cardId}`} size="large">
      <LoadedCard key={cardId} cardId={cardId}>
        {(details) => <Details details={details} onChange={onChange} />}
      </LoadedCard>
    </Dialog>
  );
}

function Details({ details, onChange }: { details: AdminCardDetails; onChange: CardDetailsDialogProps['onChange'] }) {
  const { cardId, status } = details.card;
  return (
    <div className="record">
      <div className="cluster">
        <button type="button" className="secondary" onClick={() => onChange('edit')}>
          Edit Card
        </button>
        <button type="button" className="secondary" onClick={() => onChange('status')}>
          Change Status
        </button>
        {status !== 'disabled' && (
          <a className="button secondary" href={`/api/qr/${cardId}`} target="_blank" rel="noopener">
            <QrIcon />
            View QR Code
          </a>
        )}
      </div>
      <CardRecord details={details} />
      <CardFindings details={details} />
    </div>
  );
}
