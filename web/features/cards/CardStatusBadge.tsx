import type { OwnCard } from '#schema/cards/card.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const statusBadges: Record<OwnCard['status'], { tone: BadgeTone; label: string }> = {
  ordered: { tone: 'yellow', label: 'Ordered' },
  active: { tone: 'green', label: 'Active' },
  missing: { tone: 'red', label: 'Missing' },
  disabled: { tone: 'grey', label: 'Disabled' },
};

const offTheMap = { tone: 'grey', label: 'Off the map' } as const;

/** With `isTakenOff`, a missing card was taken off the map by its owner, not by reports. */
export function CardStatusBadge({ status, isTakenOff = false }: { status: OwnCard['status']; isTakenOff?: boolean }) {
  const { tone, label } = status === 'missing' && isTakenOff ? offTheMap : statusBadges[status];
  return <Badge tone={tone}>{label}</Badge>;
}
