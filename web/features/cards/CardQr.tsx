import { t } from '@lingui/core/macro';
import { useMemo, useState } from 'react';
import type { OwnCardPage } from '#schema/cards/card.ts';
import { ownCardQrPath } from '#web/features/cards/api.ts';
import { PrintLinks } from '#web/features/cards/PrintLinks.tsx';
import { QrIcon } from '#web/ui/icons/icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

export function CardQr({ page: { card, code } }: { page: OwnCardPage }) {
  const [firstCode] = useState(code);
  const source = ownCardQrPath(card.cardId);
  // Browsers show an image at the same address again without loading it, so a new code needs another address.
  const shownSource = useMemo(() => (code === firstCode ? source : `${source}?at=${Date.now()}`), [code, firstCode, source]);
  return (
    <section className="sheet stack gap-3 card-qr" aria-labelledby="qr-title">
      <h2 id="qr-title">{t`QR code`}</h2>
      <img src={shownSource} width={200} height={200} alt={t`QR code for ${card.cardId}`} />
      <p>
        {t`Card code`} <strong className="code">{code}</strong>
      </p>
      <p className="muted small">{t`Contains the card’s secret code. Don’t post it online: anyone who has it can collect the card.`}</p>
      <SessionFileLink className="button secondary" href={source} download={`cache-card-${card.cardId}.svg`}>
        <QrIcon />
        {t`Download SVG`}
      </SessionFileLink>
      {card.status !== 'disabled' && <PrintLinks card={card.cardId} />}
    </section>
  );
}
