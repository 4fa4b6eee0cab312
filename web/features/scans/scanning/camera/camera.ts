import { t } from '@lingui/core/macro';
export type CameraRefusal = 'denied' | 'blocked' | 'none' | 'busy' | 'insecure' | 'unsupported' | 'failed';

export class CameraError extends Error {
  override readonly name = 'CameraError';
  readonly refusal: CameraRefusal;

  constructor(refusal: CameraRefusal, options?: ErrorOptions) {
    super(`Camera: ${refusal}`, options);
    this.refusal = refusal;
  }
}

export interface OpenCamera {
  stream: MediaStream;
  deviceId: string | undefined;
  /** Available cameras. Their labels are empty until the browser grants access. */
  cameras: { deviceId: string; label: string }[];
  hasTorch: boolean;
  setTorch(on: boolean): Promise<void>;
  stop(): void;
}

/** Capabilities that phones support but the DOM types lack. */
type PhoneCapabilities = MediaTrackCapabilities & { torch?: boolean; focusMode?: string[] };
type PhoneConstraint = MediaTrackConstraintSet & { torch?: boolean; focusMode?: string };

/** Opens a camera, by default the rear one. Throws CameraError. */
export async function openCamera(deviceId?: string): Promise<OpenCamera> {
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraError(window.isSecureContext === false ? 'insecure' : 'unsupported');
  const stream = await requestStream(deviceId);
  const [track] = stream.getVideoTracks();
  const capabilities: PhoneCapabilities = track?.getCapabilities?.() ?? {};
  if (capabilities.focusMode?.includes('continuous')) await constrain(track, { focusMode: 'continuous' }).catch(() => undefined);
  return {
    stream,
    deviceId: track?.getSettings?.().deviceId,
    cameras: await listCameras(),
    hasTorch: capabilities.torch === true,
    setTorch: (on) => constrain(track, { torch: on }),
    stop: () => stopStream(stream),
  };
}

async function requestStream(deviceId: string | undefined): Promise<MediaStream> {
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const deviceConstraint = deviceId ? { deviceId: { exact: deviceId } } : { facingMode: { ideal: 'environment' } };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video: { ...deviceConstraint, ...size } });
  } catch (cause) {
    throw new CameraError(await classifyRefusal(cause), { cause });
  }
}

async function classifyRefusal(cause: unknown): Promise<CameraRefusal> {
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
  if (name === 'NotAllowedError' || name === 'PermissionDeniedError') return (await isBlocked()) ? 'blocked' : 'denied';
  if (name === 'SecurityError') return 'blocked';
  if (name === 'NotFoundError' || name === 'OverconstrainedError' || name === 'DevicesNotFoundError') return 'none';
  if (name === 'NotReadableError' || name === 'AbortError' || name === 'TrackStartError') return 'busy';
  return 'failed';
}

/**
 * Whether the browser blocks the camera without prompting again. Also true if the permission state is unavailable, since the advice is the
 * same: change the browser's settings.
 */
async function isBlocked(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'denied';
  } catch {
    return true;
  }
}

async function listCameras(): Promise<OpenCamera['cameras']> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices
      .filter((device) => device.kind === 'videoinput' && device.deviceId !== '')
      .map(({ deviceId, label }, index) => ({ deviceId, label: label || t`Camera ${index + 1}` }));
  } catch {
    return [];
  }
}

async function constrain(track: MediaStreamTrack | undefined, constraint: PhoneConstraint): Promise<void> {
  await track?.applyConstraints({ advanced: [constraint] });
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
