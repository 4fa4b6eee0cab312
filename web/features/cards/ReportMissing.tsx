import { useState } from 'react';
import type { OwnCard } from '#schema/cards/card.ts';
import { reportersToMarkMissing } from '#schema/rules.ts';
import { reportMissing } from '#web/features/cards/api.ts';
import { ReportDialog } from '#web/features/cards/ReportDialog.tsx';
import { plural } from '#web/lib/format.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

interface ReportMissingProps {
  cardId: string;
  status: OwnCard['status'];
  reportedByMe: boolean;
  openReports: number;
}

export function ReportMissing({ cardId, status, reportedByMe, openReports }: ReportMissingProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [done, setDone] = useState<string | null>(null);

  return (
    <section className="sheet stack gap-3 report" aria-labelledby="report-title">
      <h2 id="report-title">Is the card gone?</h2>
      <p className="muted small">
        {status === 'missing'
          ? 'This card is marked as missing. A scan makes it active again.'
          : `After ${plural(reportersToMarkMissing, 'report')} it’s marked as missing, until someone scans it again.`}
        {openReports > 0 && ` Reported ${plural(openReports, 'time')} so far.`}
      </p>
      {done !== null ? (
        <ReportAnswer message={done} />
      ) : reportedByMe ? (
        <p>You reported this card.</p>
      ) : (
        status !== 'missing' && (
          <button type="button" className="secondary" onClick={() => setIsAsking(true)}>
            <AlertIcon />
            Report missing
          </button>
        )
      )}
      <ReportDialog
        open={isAsking}
        report={() => reportMissing(cardId)}
        name={<span className="code">{cardId}</span>}
        onReported={setDone}
        onClose={() => setIsAsking(false)}
      />
    </section>
  );
}

/** Takes the focus, because the pressed button has disappeared. */
function ReportAnswer({ message }: { message: string }) {
  const answer = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p ref={answer} tabIndex={-1}>
      {message}
    </p>
  );
}
