import { vi } from 'vitest';

/**
 * Replaces `navigator.mediaDevices` and `navigator.permissions` and makes videos "play", because jsdom supports neither cameras nor video.
 */
export function cameraFake() {
  const tracks: { stopped: boolean }[] = [];
  let refusal: string | null = null;
  let permission = 'prompt';
  let held: Promise<void> = Promise.resolve();

  function openStream() {
    const state = { stopped: false };
    tracks.push(state);
    const track = {
      stop: () => {
        state.stopped = true;
      },
      getCapabilities: () => ({}),
      getSettings: () => ({ deviceId: 'back' }),
      addEventListener: () => {},
      applyConstraints: async () => {},
    };
    return { getTracks: () => [track], getVideoTracks: () => [track] };
  }

  define(navigator, 'mediaDevices', {
    getUserMedia: async () => {
      if (refusal) throw new DOMException('refused', refusal);
      await held;
      return openStream();
    },
    enumerateDevices: async () => [{ kind: 'videoinput', deviceId: 'back', label: 'Back camera' }],
  });
  define(navigator, 'permissions', { query: async () => ({ state: permission }) });
  define(HTMLMediaElement.prototype, 'srcObject', null);
  define(HTMLVideoElement.prototype, 'videoWidth', 640);
  define(HTMLVideoElement.prototype, 'videoHeight', 480);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);

  return {
    opened: () => tracks.length,
    isOff: () => tracks.every((track) => track.stopped),
    refuse: (name: string) => {
      refusal = name;
    },
    allow: () => {
      refusal = null;
    },
    permission: (state: 'prompt' | 'denied') => {
      permission = state;
    },
    holdOpening: () => {
      let finish = () => {};
      held = new Promise((resolve) => {
        finish = resolve;
      });
      return { finish: () => finish() };
    },
  };
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
}
