import { Link } from 'wouter';
import { memberAddress } from '#web/features/admin/addresses.ts';
import { date, dateTime, number } from '#web/lib/format.ts';
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx';

const tones: Record<string, BadgeTone> = {
  active: 'green',
  activated: 'green',
  approved: 'green',
  paid: 'green',
  sent: 'green',
  booked: 'green',
  ordered: 'yellow',
  open: 'yellow',
  pending: 'yellow',
  queued: 'yellow',
  held: 'yellow',
  missing: 'red',
  rejected: 'red',
  reversed: 'red',
  dead: 'red',
  disputed: 'red',
};

export function State({ of }: { of: string }) {
  return <Badge tone={tones[of] ?? 'grey'}>{of.replaceAll('_', ' ')}</Badge>;
}

export function Day({ of }: { of: string | null }) {
  return of === null ? '–' : <time dateTime={of}>{date(of)}</time>;
}

export function Moment({ of }: { of: string | null }) {
  return of === null ? '–' : <time dateTime={of}>{dateTime(of)}</time>;
}

/** `+5`, `−3`. */
export function signed(amount: number): string {
  return amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`;
}

export function Person({ of: { id, name } }: { of: { id: number; name: string } }) {
  return <Link href={memberAddress(id)}>{name}</Link>;
}
