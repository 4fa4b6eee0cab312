/** Where the device is, once asked, and a sentence for each way it can refuse. */
import { useState } from 'react';

interface Coordinates {
  latitude: number;
  longitude: number;
}
type State = { phase: 'idle' } | { phase: 'busy' } | { phase: 'found'; accuracyMetres: number } | { phase: 'failed'; message: string };

const timeoutMs = 15_000;
/** Six decimals are a tenth of a metre; more only looks exact. */
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** `onFound` gets degrees. */
export function useDeviceLocation(onFound: (coordinates: Coordinates) => void) {
  const [state, setState] = useState<State>({ phase: 'idle' });

  function locate() {
    if (!('geolocation' in navigator) || window.isSecureContext === false) {
      setState({ phase: 'failed', message: 'This browser cannot tell where you are. Type the coordinates instead.' });
      return;
    }
    setState({ phase: 'busy' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState({ phase: 'found', accuracyMetres: Math.max(1, Math.round(coords.accuracy)) });
        onFound({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) });
      },
      (error) => setState({ phase: 'failed', message: refusalText(error.code) }),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 10_000 },
    );
  }

  return {
    locate,
    busy: state.phase === 'busy',
    failed: state.phase === 'failed',
    message: state.phase === 'failed' ? state.message : state.phase === 'found' ? `Found you, to about ${state.accuracyMetres} m.` : '',
  };
}

/** The codes of GeolocationPositionError. */
function refusalText(code: number): string {
  if (code === 1) return 'Access to your location was denied. Allow it in your browser’s settings, or type the coordinates.';
  if (code === 3) return 'Finding your location took too long. Try again under open sky, or type the coordinates.';
  return 'Your device cannot find its location right now. Try again, or type the coordinates.';
}
