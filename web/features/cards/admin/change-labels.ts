import type { AdminCardDetails } from '#schema/cards/admin-cards.ts';

type Change = AdminCardDetails['changes'][number];

const actions: Record<string, string> = {
  'card.update': 'Edited the card',
  'card.status': 'Changed the status',
  'card.replace': 'Replaced the card (new code)',
  'card.print_file': 'Downloaded the print file',
  'card.owner': 'Transferred the card to another member by approving a claim',
  'test_card.create': 'Created the test card',
};
const names: Record<string, string> = { ownerId: 'owner' };

/** Describes a change: `Changed the status: status from active to missing. Reason: nobody finds it`. */
export function changeLabels({ action, before, after, reason }: Change): string {
  const fields = Object.keys(after ?? {});
  const differences = before
    ? fields.map((name) => `${names[name] ?? name} from ${formatValue(before[name])} to ${formatValue(after?.[name])}`)
    : fields.map((name) => `${names[name] ?? name} ${formatValue(after?.[name])}`);
  const actionLabel = actions[action] ?? action;
  return `${actionLabel}${differences.length > 0 ? `: ${differences.join(', ')}` : ''}${reason ? `. Reason: ${reason}` : ''}`;
}

function formatValue(value: unknown): string {
  return value === null || value === undefined ? 'none' : typeof value === 'string' ? `“${value}”` : String(value);
}
