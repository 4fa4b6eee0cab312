import type { TestCard } from '#schema/cards/admin-test-cards.ts';
import { cardPageUrl } from '#schema/cards/card-id.ts';
import { downloadQrPng } from '#web/features/cards/test-qr/qr-png.ts';
import { date } from '#web/lib/format.ts';
import { ActionButton } from '#web/ui/ActionButton.tsx';
import { DownloadIcon } from '#web/ui/data-table/table-icons.tsx';

interface TestCardTileProps {
  card: TestCard;
  publicOrigin: string | undefined;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

export function TestCardTile({ card: { cardId, location, description, createdAt }, publicOrigin, isChosen, onChoose }: TestCardTileProps) {
  const address = publicOrigin && cardPageUrl(publicOrigin, cardId);

  return (
    <li className="test-card sheet" tabIndex={-1}>
      <label className="checkbox test-card-head">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={(event) => onChoose(event.target.checked)}
          aria-label={`Select ${cardId} to print`}
        />
        <strong className="code">{cardId}</strong>
      </label>
      <p>{location ?? 'Not placed'}</p>
      <div className="test-card-qr">
        <img src={`/api/qr/${cardId}`} width={200} height={200} alt={`QR code for ${cardId}`} loading="lazy" />
        <ActionButton
          className="test-card-download"
          aria-label={`Download the QR code for ${cardId} as a PNG`}
          action={() => downloadQrPng(cardId)}
          failed="Couldn’t save the image"
        >
          <DownloadIcon />
          PNG
        </ActionButton>
      </div>
      <p className="test-card-link small">
        {address && (
          <a href={address} target="_blank" rel="noopener">
            {address}
          </a>
        )}
      </p>
      <p className="muted small">Created {date(createdAt)}</p>
      {description && <p className="small">{description}</p>}
    </li>
  );
}
