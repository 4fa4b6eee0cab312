import { t } from '@lingui/core/macro';
import { VerifyEmailNotice } from '#web/features/accounts/account/VerifyEmailNotice.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { ReportCardForm } from '#web/features/cards/ReportCardForm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

interface ReportCardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lets the member report a missing card by its ID. Opening the card's own page would count as a scan. */
export function ReportCard({ open, onOpenChange }: ReportCardProps) {
  const { user } = useUser();
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="report-title">
      <h2 id="report-title">{t`Couldn’t find a card?`}</h2>
      <p className="muted">{t`The owner sees your report. After a few reports, we take the card off the map until someone scans it.`}</p>
      <button type="button" className="secondary button-small" onClick={() => onOpenChange(true)}>
        <AlertIcon />
        {t`Report a missing card`}
      </button>
      <Dialog open={open} onClose={() => onOpenChange(false)} title={t`Report a missing card`} size="small">
        {user && !user.emailVerified ? (
          <VerifyEmailNotice user={user} reason={t`You need a verified email to report a card.`} />
        ) : (
          <ReportCardForm onClose={() => onOpenChange(false)} />
        )}
      </Dialog>
    </section>
  );
}
