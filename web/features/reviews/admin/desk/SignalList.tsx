import type { CaseSignal } from '#schema/reviews/admin-review-case.ts';
import { seenLabel, signalLabel } from '#web/features/reviews/admin/review-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function SignalList({ signals }: { signals: readonly CaseSignal[] }) {
  if (signals.length === 0)
    return <p>No signals. We always review a member’s first certificate, and any certificate whose refusal was reversed.</p>;
  return (
    <ol className="plain-list desk-signals">
      {signals.map(({ code, sentence, seen }) => (
        <li key={code}>
          <Badge tone={sentence === null ? 'grey' : 'red'}>{signalLabel(code)}</Badge>
          <p>{sentence ?? 'No longer visible: the data changed, or was deleted after 90 days.'}</p>
          {seen && <p>{seenLabel(seen)}</p>}
        </li>
      ))}
    </ol>
  );
}
