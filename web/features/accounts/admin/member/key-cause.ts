import type { KeyKindName } from '#schema/tokens/ledger-kinds.ts';

const labels: Record<KeyKindName, string> = {
  referral: 'Referral of user',
  placement: 'Placement of card',
  treasure_correction: 'Correction',
  community_correction: 'Correction',
};

/** Words a cause such as `placement:12/7:decision:5`. The ids are row ids; an unknown cause is shown as it is. */
export function causeLabel(cause: string): string {
  const [, kind = '', id, turn, decision, undone] = /^(\w+):(\d+)(?:\/\d+)?(?::(\d+))?(?::decision:(\d+)(:undone)?)?$/.exec(cause) ?? [];
  const label = Object.entries(labels).find(([name]) => name === kind)?.[1];
  if (label === undefined) return cause;
  if (decision !== undefined)
    return `${label} ${id}, ${undone ? 'restored when decision' : 'revoked by decision'} ${decision}${undone ? ' was undone' : ''}`;
  return turn === undefined ? `${label} ${id}` : `${label} ${id}, change ${turn}`;
}
