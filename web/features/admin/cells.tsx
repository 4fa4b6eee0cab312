import { Link } from 'wouter';
import { memberUrl } from '#web/features/admin/urls.ts';
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
  refused: 'red',
};

/** Words a stored state: `needs_response` becomes `needs response`. */
export function stateText(state: string): string {
  return state.replaceAll('_', ' ').replace('cancelled', 'canceled');
}

export function StatusBadge({ value }: { value: string }) {
  return <Badge tone={tones[value] ?? 'grey'}>{stateText(value)}</Badge>;
}

export function DateCell({ value }: { value: string | null }) {
  return value === null ? '–' : <time dateTime={value}>{date(value)}</time>;
}

export function DateTimeCell({ value }: { value: string | null }) {
  // Prevents a line break between time and AM or PM.
  return value === null ? '–' : <time dateTime={value}>{dateTime(value).replace(/ (?=[AP]M$)/, '\u00a0')}</time>;
}

/** Formats a number with its sign: `+5`, `−3`. */
export function formatSigned(amount: number): string {
  return amount < 0 ? `−${number(-amount)}` : `+${number(amount)}`;
}

export function PersonLink({ person: { id, name } }: { person: { id: number; name: string } }) {
  return <Link href={memberUrl(id)}>{name}</Link>;
}

/** Shows a text without line breaks inside the card and certificate numbers in it, such as `TC-1234567`. */
export function NumberedText({ text }: { text: string }) {
  return text.split(/((?:TC|VC)-[\w-]+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text can contain the same number twice
      <span key={index} className="short">
        {part}
      </span>
    ),
  );
}
