import { t } from '@lingui/core/macro';
import type { CardPlace } from '#schema/finding/finding.ts';
import type { MarkerKind } from '#web/features/finding/map/map-content.ts';
import type { StateLabel } from '#web/ui/Badge.tsx';

export const foundStates = (): Record<CardPlace['found'], StateLabel & { pin: MarkerKind }> => ({
  no: { label: t`Not found yet`, tone: 'yellow', pin: 'unfound' },
  yes: { label: t`Found`, tone: 'green', pin: 'found' },
  own: { label: t`Yours`, tone: 'grey', pin: 'own' },
});
