import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { describeAccuracy } from '#web/lib/distance/distance-format.ts';
import { useDistanceUnit } from '#web/lib/distance/distance-unit.ts';
import { type Fix, NoFixError, type NoFixReason, readFix } from '#web/lib/fix.ts';

type State = { phase: 'idle' } | { phase: 'busy' } | { phase: 'found'; accuracyMeters: number } | { phase: 'failed'; message: string };

export function useDeviceLocation(onFound: (coordinates: Pick<Fix, 'latitude' | 'longitude'>) => void) {
  const unit = useDistanceUnit();
  const [state, setState] = useState<State>({ phase: 'idle' });

  async function locate() {
    setState({ phase: 'busy' });
    try {
      const { latitude, longitude, accuracy } = await readFix();
      setState({ phase: 'found', accuracyMeters: accuracy });
      onFound({ latitude, longitude });
    } catch (error) {
      setState({ phase: 'failed', message: locationErrorTexts()[error instanceof NoFixError ? error.reason : 'unavailable'] });
    }
  }

  return {
    locate,
    busy: state.phase === 'busy',
    failed: state.phase === 'failed',
    message:
      state.phase === 'failed'
        ? state.message
        : state.phase === 'found'
          ? t`Location found, ${describeAccuracy(state.accuracyMeters, unit)}.`
          : '',
  };
}

const locationErrorTexts = (): Record<NoFixReason, string> => ({
  unsupported: t`This browser can’t get your location. Type the coordinates instead.`,
  denied: t`Access to your location was denied. Allow it in your browser’s settings, or type the coordinates.`,
  timeout: t`Finding your location took too long. Try again outdoors, or type the coordinates.`,
  unavailable: t`Your device can’t find its location right now. Try again, or type the coordinates.`,
});
