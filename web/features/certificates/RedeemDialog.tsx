import { t } from '@lingui/core/macro';
import { useState } from 'react';
import '#web/features/certificates/certificates.css';
import type { User } from '#schema/accounts/user.ts';
import { type RedeemResponse, redemptionPausedUntil, type VacationCertificate } from '#schema/certificates/certificate.ts';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';
import { useCertificates } from '#web/features/certificates/certificates-api.ts';
import { RedeemDone } from '#web/features/certificates/RedeemDone.tsx';
import { RedeemForm } from '#web/features/certificates/RedeemForm.tsx';
import { useStayCatalogue } from '#web/features/stays/stays-api.ts';
import { useNow } from '#web/lib/react/use-now.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

interface RedeemDialogProps {
  open: boolean;
  user: User;
  type?: CertificateOption['type'] | undefined;
  onClose: () => void;
}

export function RedeemDialog({ open, ...props }: RedeemDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title={t`Redeem Treasure Tokens`} size="large">
      <RedeemSteps {...props} />
    </Dialog>
  );
}

function RedeemSteps({ user, type, onClose }: Omit<RedeemDialogProps, 'open'>) {
  const query = useCertificates();
  const catalogueQuery = useStayCatalogue();
  const [redemption, setRedemption] = useState<RedeemResponse>();
  const now = useNow(60_000);
  if (redemption) return <RedeemDone certificate={redemption.certificate} all={query.data ?? []} onClose={onClose} />;
  return (
    <Loaded query={query} subject={t`Your certificates`} blocks={['6rem', '6rem', '6rem']}>
      {(certificates) => (
        <Loaded query={catalogueQuery} subject={t`Stays`} blocks={['6rem', '6rem', '6rem']}>
          {(catalogue) => (
            <RedeemForm
              user={user}
              type={type}
              pausedUntil={getPausedUntil(certificates, now)}
              catalogue={catalogue}
              onRedeemed={setRedemption}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function getPausedUntil(certificates: VacationCertificate[], now: number): string | null {
  return redemptionPausedUntil(certificates, now)?.toISOString() ?? null;
}
