import { signalLabel } from '#web/features/reviews/admin/review-labels.ts';
import { Badge } from '#web/ui/Badge.tsx';

export function Signals({ signals }: { signals: readonly string[] }) {
  if (signals.length === 0) return <Badge tone="grey">First certificate</Badge>;
  return (
    <span className="cluster gap-1">
      {signals.map((code) => (
        <Badge key={code} tone="red">
          {signalLabel(code)}
        </Badge>
      ))}
    </span>
  );
}
