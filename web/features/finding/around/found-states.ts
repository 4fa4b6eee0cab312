import type { CardPlace } from '#schema/finding/finding.ts';
import type { StateWord } from '#web/ui/Badge.tsx';

export const foundStates: Record<CardPlace['found'], StateWord> = {
  no: { word: 'Not found yet', tone: 'yellow' },
  yes: { word: 'Found', tone: 'green' },
  own: { word: 'Yours', tone: 'grey' },
};
