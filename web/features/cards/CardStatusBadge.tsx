import type { OwnCard } from '#schema/cards/card.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const statusBadges: Record<OwnCard['status'], { tone: BadgeTone; label: string }> = {
  ordered: { tone: 'yellow', label: 'Ordered' },
  active: { tone: 'green', label: 'Active' },
  missing: { tone: 'red', label: 'Missing' },
  disabled: { tone: 'grey', label: 'Disabled' },
};

export function CardStatusBadge({ status }: { status: OwnCard['status'] }) {
  const { tone, label } = statusBadges[status];
  return <Badge tone={tone}>{label}</Badge>;
}
