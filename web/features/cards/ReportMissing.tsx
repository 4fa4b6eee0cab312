import { useState } from 'react';
import type { OwnCard } from '#schema/card.ts';
import { reportersToMarkMissing } from '#schema/rules.ts';
import { Dialog } from '#web/components/Dialog.tsx';
import { AlertIcon } from '#web/components/icons.tsx';
import { useToast } from '#web/components/Toast.tsx';
import { reportMissing } from '#web/features/cards/api.ts';
import { errorText } from '#web/lib/api.ts';
import { useFocusOnArrival } from '#web/lib/focus-on-arrival.ts';
import { plural } from '#web/lib/format.ts';

interface ReportMissingProps {
  cardId: string;
  status: OwnCard['status'];
  reportedByMe: boolean;
  openReports: number;
}

/** The owner says that the card is not where it should be, after a confirmation. */
export function ReportMissing({ cardId, status, reportedByMe, openReports }: ReportMissingProps) {
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const [pending, setPending] = useState(false);
  const [done, setDone] = useState<string | null>(null);

  async function report() {
    if (pending) return;
    setPending(true);
    try {
      const { message } = await reportMissing(cardId);
      setDone(message);
      toast({ title: 'Report sent', description: message, tone: 'success' });
      setAsking(false);
    } catch (error) {
      toast({ title: 'The report was not sent', description: errorText(error, 'Please try again.'), tone: 'error' });
    } finally {
      setPending(false);
    }
  }

  return (
    <section className="sheet report" aria-labelledby="report-title">
      <h2 id="report-title">Is the card gone?</h2>
      <p className="muted small">
        {status === 'missing'
          ? 'This card is reported missing. A scan of it makes it active again.'
          : `When ${reportersToMarkMissing} members report it, it shows as missing; a scan makes it active again.`}
        {openReports > 0 && ` Reported ${plural(openReports, 'time')} so far.`}
      </p>
      {done !== null ? (
        <ReportAnswer message={done} />
      ) : reportedByMe ? (
        <p>You have reported this card.</p>
      ) : (
        status !== 'missing' && (
          <button type="button" className="secondary" onClick={() => setAsking(true)}>
            <AlertIcon />
            Report missing
          </button>
        )
      )}
      <Dialog open={asking} onClose={() => setAsking(false)} title="Report this card missing?" size="small">
        <div className="stack">
          <p>
            You looked for <span className="code">{cardId}</span> where it should be, and it is not there?
          </p>
          <div className="cluster">
            <button
              type="button"
              className="danger"
              aria-busy={pending || undefined}
              aria-disabled={pending || undefined}
              onClick={() => void report()}
            >
              {pending ? 'Sending…' : 'Yes, it is missing'}
            </button>
            <button type="button" className="secondary" onClick={() => setAsking(false)}>
              Cancel
            </button>
          </div>
        </div>
      </Dialog>
    </section>
  );
}

/** Takes the focus: the button that asked for it is gone. */
function ReportAnswer({ message }: { message: string }) {
  const answer = useFocusOnArrival<HTMLParagraphElement>();
  return (
    <p ref={answer} tabIndex={-1}>
      {message}
    </p>
  );
}
