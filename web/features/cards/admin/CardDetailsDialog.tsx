import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';
import { PrintFileButton } from '#web/features/admin/lists/PrintFileDialog.tsx';
import { useIsSuperAdmin } from '#web/features/admin/session/admin-session.ts';
import { CardRecord } from '#web/features/cards/admin/CardRecord.tsx';
import { CardScanHistory } from '#web/features/cards/admin/CardScanHistory.tsx';
import { cardPdfPath } from '#web/features/cards/admin/cards-api.ts';
import { LoadedCard } from '#web/features/cards/admin/LoadedCard.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { QrIcon } from '#web/ui/icons/icons.tsx';

export type CardChangeKind = 'edit' | 'status' | 'replace';

interface CardDetailsDialogProps {
  cardId: string;
  onClose: () => void;
  onChange: (kind: CardChangeKind) => void;
}

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
  const isSuperAdmin = useIsSuperAdmin();
  const { cardId, status, isTest } = details.card;
  return (
    <div className="stack gap-5 record">
      <div className="cluster">
        <button type="button" className="secondary" onClick={() => onChange('edit')}>
          Edit Card
        </button>
        <button type="button" className="secondary" onClick={() => onChange('status')}>
          Change Status
        </button>
        {!isTest && (
          <>
            <button type="button" className="secondary" onClick={() => onChange('replace')}>
              Replace Card
            </button>
            {isSuperAdmin && <PrintFileButton path={cardPdfPath(cardId)} />}
          </>
        )}
        {status !== 'disabled' && (
          <a className="button secondary" href={`/api/qr/${cardId}`} target="_blank" rel="noopener">
            <QrIcon />
            View QR Code
          </a>
        )}
      </div>
      <CardRecord details={details} />
      <CardScanHistory details={details} />
    </div>
  );
}
