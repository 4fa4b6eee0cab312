import type { CardPlace } from '#schema/finding/finding.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const foundStates: Record<CardPlace['found'], StateLabel> = {
  no: { label: 'Not found yet', tone: 'yellow' },
  yes: { label: 'Found', tone: 'green' },
  own: { label: 'Yours', tone: 'grey' },
};
