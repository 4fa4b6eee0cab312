import { t } from '@lingui/core/macro';
import type { useCamera } from '#web/features/scans/scanning/camera/use-camera.ts';
import { CameraIcon, FlipIcon, TorchIcon } from '#web/ui/icons/icons.tsx';
import { CloseIcon } from '#web/ui/icons/shell-icons.tsx';

interface CameraControlsProps {
  camera: ReturnType<typeof useCamera>;
  onStop: () => void;
  onStart: () => void;
}

/** Camera buttons. The torch button and the camera switch appear only if the device supports them. */
export function CameraControls({ camera: { state, isTorchOn, toggleTorch, choose }, onStop, onStart }: CameraControlsProps) {
  if (state.phase === 'refused') return null;
  if (state.phase === 'off') {
    return (
      <button type="button" className="scan-control" onClick={onStart}>
        <CameraIcon />
        {t`Start Scanner`}
      </button>
    );
  }
  const camera = state.phase === 'live' ? state.camera : undefined;
  const next = camera && nextCamera(camera.cameras, camera.deviceId);
  return (
    <>
      <button type="button" className="scan-control secondary" onClick={onStop}>
        <CloseIcon />
        {t`Stop Scanner`}
      </button>
      {camera?.hasTorch && (
        <button type="button" className="scan-control secondary" aria-pressed={isTorchOn} onClick={toggleTorch}>
          <TorchIcon />
          {t`Light`}
        </button>
      )}
      {next && (
        <button type="button" className="scan-control secondary" title={t`Switch to ${next.label}`} onClick={() => choose(next.deviceId)}>
          <FlipIcon />
          {t`Switch camera`}
        </button>
      )}
    </>
  );
}

function nextCamera(cameras: { deviceId: string; label: string }[], current: string | undefined) {
  if (cameras.length < 2) return undefined;
  const index = cameras.findIndex(({ deviceId }) => deviceId === current);
  return cameras[(index + 1) % cameras.length];
}
