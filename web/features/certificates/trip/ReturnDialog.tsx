import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { ConfirmDialog } from '#web/features/certificates/trip/ConfirmDialog.tsx';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

interface ReturnDialogProps {
  certificate: VacationCertificate;
  send: () => Promise<void>;
  onClose: () => void;
}

export function ReturnDialog({ certificate, send, onClose }: ReturnDialogProps) {
  const tokens = tokensLabel(certificate.tokensRedeemed);
  return (
    <ConfirmDialog
      title="Return the certificate?"
      action={'Return certificate'}
      pendingLabel="Returning…"
      cancelLabel="Keep certificate"
      failed="Couldn’t return the certificate"
      onClose={onClose}
      send={async () => {
        await send();
        showToast({ tone: 'success', title: 'Certificate returned', description: `${tokens} are back in your balance.` });
      }}
    >
      <p>
        You get <strong>{tokens}</strong> back right away and can redeem them again whenever you like. Certificate {certificate.number} will
        no longer be valid. This can’t be undone.
      </p>
    </ConfirmDialog>
  );
}
