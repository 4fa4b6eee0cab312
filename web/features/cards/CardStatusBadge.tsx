import { type ShownStatus, statusLabels } from '#web/features/cards/shown-status.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const tones: Record<ShownStatus, BadgeTone> = { ordered: 'yellow', active: 'green', missing: 'red', off_the_map: 'grey', disabled: 'grey' };

export function CardStatusBadge({ status }: { status: ShownStatus }) {
  return <Badge tone={tones[status]}>{statusLabels()[status]}</Badge>;
}
