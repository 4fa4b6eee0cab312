import { reportersToMarkMissing } from '#schema/rules.ts';
import { ReportCardForm } from '#web/features/cards/ReportCardForm.tsx';
import { plural } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

interface ReportCardProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Reports a card as missing from the scanner, because opening the card's own page would count as a scan. */
export function ReportCard({ open, onOpenChange }: ReportCardProps) {
  return (
    <section className="sheet stack gap-3 report" aria-labelledby="report-title">
      <h2 id="report-title">Couldn’t find a card?</h2>
      <p className="muted">
        Tell us which one. After {plural(reportersToMarkMissing, 'report')} it’s marked as missing, until someone scans it again.
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
