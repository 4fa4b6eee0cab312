import type { CaseSignal } from '#schema/reviews/admin-review-case.ts';
import { signalLabel } from '#web/features/reviews/admin/review-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function SignalList({ signals }: { signals: readonly CaseSignal[] }) {
  if (signals.length === 0) return <p>No signal. A first certificate waits without one, and so does one whose refusal was undone.</p>;
  return (
    <ol className="plain-list desk-signals">
      {signals.map(({ code, sentence }) => (
        <li key={code}>
          <Badge tone={sentence === null ? 'grey' : 'red'}>{signalLabel(code)}</Badge>
          <p>
            {sentence ?? 'Was seen before, and is not to be seen any more: what it was seen in has changed, or is erased after 90 days.'}
          </p>
        </li>
      ))}
    </ol>
  );
}
