import type { OwnCardPage } from '#schema/cards/card.ts';
import { ownCardQrPath } from '#web/features/cards/api.ts';
import { printPath } from '#web/features/cards/print-path.ts';
import { QrIcon } from '#web/ui/icons/icons.tsx';
import { PrinterIcon } from '#web/ui/icons/order-icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

export function CardQr({ page: { card, code } }: { page: OwnCardPage }) {
  const source = ownCardQrPath(card.cardId);
  return (
    <section className="sheet stack gap-3 card-qr" aria-labelledby="qr-title">
      <h2 id="qr-title">QR code</h2>
      <img src={source} width={200} height={200} alt={`QR code for ${card.cardId}`} />
      <p>
        Card code <strong className="code">{code}</strong>
      </p>
      <p className="muted small">Contains the card’s secret code. Don’t post it online: anyone who has it can collect the card.</p>
      <SessionFileLink className="button secondary" href={source} download={`cache-card-${card.cardId}.svg`}>
        <QrIcon />
        Download SVG
      </SessionFileLink>
      {card.status !== 'disabled' && (
        <SessionFileLink className="button secondary" href={printPath({ card: card.cardId })} download>
          <PrinterIcon />
          Print PDF
        </SessionFileLink>
      )}
    </section>
  );
}
