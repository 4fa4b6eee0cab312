import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { scannerSampleIntervalMs, secondReaderAfterMs } from '#schema/rules.ts';
import { CameraError, type CameraRefusal, type OpenCamera, openCamera } from '#web/features/scans/scanning/camera/camera.ts';
import { createDecoder, type DecodedCode, type Decoder } from '#web/features/scans/scanning/camera/decoder.ts';

export type CameraState =
  | { phase: 'off' }
  | { phase: 'starting' }
  | { phase: 'live'; camera: OpenCamera }
  | { phase: 'refused'; refusal: CameraRefusal };

interface UseCamera {
  state: CameraState;
  video: RefObject<HTMLVideoElement | null>;
  isTorchOn: boolean;
  toggleTorch(): void;
  choose(deviceId: string): void;
  retry(): void;
}

/** Runs the camera while `isEnabled` is true. Calls `onCode` for each frame that contains a code. */
export function useCamera(isEnabled: boolean, onCode: (code: DecodedCode) => void): UseCamera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>({ phase: 'off' });
  const [isTorchOn, setIsTorchOn] = useState(false);
  const [choice, setChoice] = useState<{ deviceId?: string; attempt: number }>({ attempt: 0 });
  const latestOnCode = useRef(onCode);
  useEffect(() => {
    latestOnCode.current = onCode;
  });

  useEffect(() => {
    if (!isEnabled) return;
    const run = startRun(choice.deviceId, {
      video: () => video.current,
      onCode: (code) => latestOnCode.current(code),
      onState: setState,
    });
    return () => {
      run.stop();
      setState({ phase: 'off' });
      setIsTorchOn(false);
    };
  }, [isEnabled, choice]);

  const camera = state.phase === 'live' ? state.camera : undefined;
  const toggleTorch = useCallback(() => {
    camera?.setTorch(!isTorchOn).then(
      () => setIsTorchOn(!isTorchOn),
      () => setIsTorchOn(false),
    );
  }, [camera, isTorchOn]);

  return {
    state,
    video,
    isTorchOn,
    toggleTorch,
    choose: useCallback((deviceId) => setChoice(({ attempt }) => ({ deviceId, attempt: attempt + 1 })), []),
    retry: useCallback(() => setChoice(({ attempt }) => ({ attempt: attempt + 1 })), []),
  };
}

interface RunPorts {
  video(): HTMLVideoElement | null;
  onCode(code: DecodedCode): void;
  onState(state: CameraState): void;
}

/**
 * Starts the camera. After `stop`, it reports no more codes or states. If the camera is still opening at that point, it is closed as soon
 * as it has opened.
 */
function startRun(deviceId: string | undefined, ports: RunPorts): { stop(): void } {
  let isStopped = false;
  let camera: OpenCamera | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let searchingSince: number | undefined;

  function stop(): void {
    isStopped = true;
    clearTimeout(timer);
    camera?.stop();
    const element = ports.video();
    if (element) element.srcObject = null;
  }

  function reportRefusal(refusal: CameraRefusal): void {
    if (isStopped) return;
    stop();
    ports.onState({ phase: 'refused', refusal });
  }

  async function sample(decoder: Decoder): Promise<void> {
    const startedAt = performance.now();
    const element = ports.video();
    if (element && element.videoWidth > 0 && !document.hidden) {
      searchingSince ??= startedAt;
      const code = await decoder.frame({ source: element, width: element.videoWidth, height: element.videoHeight });
      // Loads the large decoder even if other QR codes are found because it may find a card next to them. The scan ends as soon as a card
      // is found.
      if (startedAt - searchingSince >= secondReaderAfterMs) void decoder.loadSecondReader();
      if (code && !isStopped) ports.onCode(code);
    }
    if (isStopped) return;
    // After a slow frame, leaves the main thread free for at least 50 ms.
    timer = setTimeout(scheduleSample, Math.max(50, scannerSampleIntervalMs - (performance.now() - startedAt)), decoder);
  }

  function scheduleSample(decoder: Decoder): void {
    sample(decoder).catch(() => reportRefusal('failed'));
  }

  async function start(): Promise<void> {
    ports.onState({ phase: 'starting' });
    const decoderLoading = createDecoder();
    decoderLoading.catch(() => undefined); // Prevents an unhandled rejection. The error is handled once the camera is open.
    camera = await openCamera(deviceId);
    if (isStopped) return camera.stop();
    camera.stream.getVideoTracks()[0]?.addEventListener('ended', () => reportRefusal('busy'));
    const element = ports.video();
    if (element) {
      element.srcObject = camera.stream;
      await element.play();
    }
    const decoder = await decoderLoading;
    if (isStopped) return;
    ports.onState({ phase: 'live', camera });
    scheduleSample(decoder);
  }

  start().catch((error: unknown) => reportRefusal(error instanceof CameraError ? error.refusal : 'failed'));
  return { stop };
}
