import { reportersToMarkMissing } from '#schema/rules.ts';
import { ReportCardForm } from '#web/features/cards/ReportCardForm.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

interface ReportCardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Links here instead of the card's page, since opening that would count as a scan. */
export function ReportCard({ open, onOpenChange }: ReportCardProps) {
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="report-title">
      <h2 id="report-title">Could not find a card?</h2>
      <p className="muted">
        Tell us which one. When {reportersToMarkMissing} members report a card, it shows as missing; a scan makes it active again.
      </p>
      <button type="button" className="secondary" onClick={() => onOpenChange(true)}>
        <AlertIcon />
        Report a missing card
      </button>
      <Dialog open={open} onClose={() => onOpenChange(false)} title="Report a missing card" size="small">
        <ReportCardForm onClose={() => onOpenChange(false)} />
      </Dialog>
    </section>
  );
}
