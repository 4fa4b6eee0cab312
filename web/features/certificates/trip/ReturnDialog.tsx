import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { VacationCertificate } from '#schema/certificates/certificate.ts';
import { ConfirmDialog } from '#web/features/certificates/trip/ConfirmDialog.tsx';
import { tokensLabel } from '#web/lib/format.ts';
import { showToast } from '#web/lib/react/toast.ts';

interface ReturnDialogProps {
  certificate: VacationCertificate;
  send: (currentPassword: string) => Promise<void>;
  onClose: () => void;
}

export function ReturnDialog({ certificate, send, onClose }: ReturnDialogProps) {
  const tokens = tokensLabel(certificate.tokensRedeemed);
  return (
    <ConfirmDialog
      title={t`Return the certificate?`}
      action={t`Return certificate`}
      pendingLabel={t`Returning…`}
      cancelLabel={t`Keep certificate`}
      failed={t`Couldn’t return the certificate`}
      subject="return"
      onClose={onClose}
      send={async (currentPassword) => {
        await send(currentPassword);
        showToast({ tone: 'success', title: t`Certificate returned`, description: t`${tokens} are back in your balance.` });
      }}
    >
      <p>
        <Trans>
          You get <strong>{tokens}</strong> back right away and can redeem them again whenever you like. Certificate {certificate.number}{' '}
          will no longer be valid. This can’t be undone.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
