import { t } from '@lingui/core/macro';
import type { RefObject } from 'react';
import type { CameraRefusal } from '#web/features/scans/scanning/camera/camera.ts';
import type { CameraState } from '#web/features/scans/scanning/camera/use-camera.ts';
import { findInAppBrowser } from '#web/lib/in-app-browser.ts';
import { CameraIcon } from '#web/ui/icons/icons.tsx';
import { OpenInBrowser } from '#web/ui/OpenInBrowser.tsx';

interface ViewfinderProps {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  notice: string | null;
  onRetry: () => void;
}

const alternatives = () => t`You can also type the card’s ID or choose a photo below.`;
const deniedMessage = () => t`Camera access was denied. Please allow camera access to scan QR codes.`;

const refusals = (): Record<CameraRefusal, { message: string; hint: string }> => ({
  denied: { message: deniedMessage(), hint: alternatives() },
  blocked: {
    message: deniedMessage(),
    hint: t`Camera access denied: Please enable camera access in your browser settings to scan QR codes.`,
  },
  none: { message: t`No camera was found on this device.`, hint: alternatives() },
  busy: { message: t`The camera is in use by another app.`, hint: t`Close the other app, then try again.` },
  insecure: { message: t`The camera only works over a secure connection.`, hint: t`Open this page with https:// in the address.` },
  unsupported: { message: t`This browser can’t use the camera.`, hint: alternatives() },
  failed: { message: t`An error occurred with the scanner. Please try again.`, hint: alternatives() },
});

export function Viewfinder({ video, state, notice, onRetry }: ViewfinderProps) {
  const refusal = state.phase === 'refused' ? refusals()[state.refusal] : undefined;
  const browser = findInAppBrowser(navigator.userAgent);
  const canRetry = state.phase === 'refused' && state.refusal !== 'insecure' && state.refusal !== 'unsupported';
  return (
    <div className={`viewfinder viewfinder-${state.phase}`}>
      {/* Phones autoplay only muted video, and they play it full screen unless it is inline. */}
      <video ref={video} muted playsInline autoPlay aria-label={t`Camera preview`} hidden={state.phase === 'refused'} />
      {state.phase === 'live' && <div className="viewfinder-frame" aria-hidden="true" />}
      {refusal ? (
        <div className="viewfinder-refusal" role="alert">
          <CameraIcon />
          <p className="viewfinder-message">{refusal.message}</p>
          <p>{refusal.hint}</p>
          {browser && <OpenInBrowser browser={browser} url={location.href} />}
          {canRetry && <button type="button" className="secondary" onClick={onRetry}>{t`Try again`}</button>}
        </div>
      ) : (
        <p className="viewfinder-status" role="status">
          {formatStatus(state)}
        </p>
      )}
      <div className="viewfinder-notice" role="alert">
        {notice && <p>{notice}</p>}
      </div>
    </div>
  );
}

function formatStatus(state: CameraState): string {
  if (state.phase === 'starting') return t`Starting the camera…`;
  return state.phase === 'live' ? t`Hold the card’s QR code in the frame` : t`The scanner has stopped`;
}
