import { useState } from 'react';
import '#web/components/certificates/certificates.css';
import { type RedeemResponse, redemptionPausedUntil, type VacationCertificate } from '#schema/certificate.ts';
import type { User } from '#schema/user.ts';
import type { CertificateOption } from '#schema/vacation-progress.ts';
import { useCertificates } from '#web/components/certificates/certificates-api.ts';
import { RedeemDone } from '#web/components/certificates/RedeemDone.tsx';
import { RedeemForm } from '#web/components/certificates/RedeemForm.tsx';
import { Dialog } from '#web/components/Dialog.tsx';
import { ErrorState } from '#web/components/ErrorState.tsx';
import { Skeleton } from '#web/components/Skeleton.tsx';
import { errorText } from '#web/lib/api.ts';
import { useNow } from '#web/lib/use-now.ts';

interface RedeemDialogProps {
  open: boolean;
  user: User;
  /** The stay to begin with, where one was picked already. */
  type?: CertificateOption['type'] | undefined;
  onClose: () => void;
}

/** Trading tokens for a vacation certificate: choose, redeem, go on to the activation. Closing begins anew. */
export function RedeemDialog({ open, ...props }: RedeemDialogProps) {
  return (
    <Dialog open={open} onClose={props.onClose} title="Redeem Treasure Tokens" size="large">
      <RedeemSteps {...props} />
    </Dialog>
  );
}

function RedeemSteps({ user, type, onClose }: Omit<RedeemDialogProps, 'open'>) {
  const { data, error, mutate } = useCertificates();
  const [redeemed, setRedeemed] = useState<RedeemResponse>();
  const now = useNow(60_000);
  if (redeemed) return <RedeemDone certificate={redeemed.certificate} onClose={onClose} />;
  if (data) return <RedeemForm user={user} type={type} pausedUntil={pauseOf(data, now)} onRedeemed={setRedeemed} />;
  if (error) {
    return (
      <ErrorState
        title="Your certificates could not be loaded"
        message={errorText(error, 'Please try again.')}
        onRetry={() => void mutate()}
      />
    );
  }
  return (
    <div className="stack" role="status">
      <span className="visually-hidden">Loading the certificates…</span>
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
      <Skeleton height="6rem" />
    </div>
  );
}

function pauseOf(certificates: VacationCertificate[], now: number): string | null {
  return redemptionPausedUntil(certificates, now)?.toISOString() ?? null;
}
