import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { invitationQrPath } from '#web/features/referrals/api.ts';
import { isViewing } from '#web/lib/viewing.ts';
import { QrIcon } from '#web/ui/icons/icons.tsx';
import { SessionFileLink } from '#web/ui/SessionFileLink.tsx';

export function InvitationQr() {
  const [hasFailed, setHasFailed] = useState(false);
  // Images load with the browser's own session, so the QR code would show the administrator's link instead of the viewed member's.
  if (isViewing()) return null;
  if (hasFailed) {
    return (
      <div className="stack gap-3 invitation-qr" role="alert">
        <p className="small">{t`Couldn’t load the QR code.`}</p>
        <button type="button" className="secondary button-small" onClick={() => setHasFailed(false)}>{t`Try again`}</button>
      </div>
    );
  }
  return (
    <div className="stack gap-3 invitation-qr">
      <img src={invitationQrPath} width={160} height={160} alt={t`QR code for your invitation link`} onError={() => setHasFailed(true)} />
      <SessionFileLink className="button secondary button-small" href={invitationQrPath} download="cache-cards-invitation.svg">
        <QrIcon />
        {t`Save QR`}
      </SessionFileLink>
    </div>
  );
}
