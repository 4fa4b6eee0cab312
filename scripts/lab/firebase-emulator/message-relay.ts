/**
 * Replacement for Google's frame messaging script (apis.google.com/js/api.js) when it is unreachable. Implements the parts of
 * `gapi.iframes` that the Firebase SDK and the emulator's frame use. Runs in the browser.
 */
export function relayMessages(): void {
  type Handler = (data: unknown) => unknown;
  interface Message {
    relay: 'ready' | 'call' | 'answer';
    id?: number;
    type?: string;
    data?: unknown;
  }

  function createFrame(target: () => Window | null) {
    const handlers = new Map<string, Handler>();
    const pendingRequests = new Map<number, (responses: unknown[]) => void>();
    let isReady = false;
    let onReady = () => {};
    const ready = new Promise<void>((resolve) => {
      onReady = resolve;
    });
    const post = (message: Message) => target()?.postMessage(message, '*');
    addEventListener('message', async ({ source, data: message }: MessageEvent<Message>) => {
      if (source !== target() || !message?.relay) return;
      if (message.relay === 'ready' && !isReady) {
        isReady = true;
        onReady();
        post({ relay: 'ready' });
      }
      if (message.relay === 'call' && message.id !== undefined) {
        const data = await handlers.get(message.type ?? '')?.(message.data);
        post({ relay: 'answer', id: message.id, data });
      }
      if (message.relay === 'answer' && message.id !== undefined) pendingRequests.get(message.id)?.([message.data]);
    });
    let lastId = 0;
    return {
      announce: () => post({ relay: 'ready' }),
      restyle: () => Promise.resolve(),
      ping: (callback: () => void) => ready.then(callback),
      register: (type: string, handler: Handler) => handlers.set(type, handler),
      async send(type: string, data: unknown, onResponse?: (responses: unknown[]) => void) {
        await ready;
        lastId += 1;
        if (onResponse) pendingRequests.set(lastId, onResponse);
        post({ relay: 'call', id: lastId, type, data });
      },
    };
  }
  type Frame = ReturnType<typeof createFrame>;

  const context = {
    open({ where, url, attributes }: { where: Node; url: string; attributes: { style: object } }, onOpen: (frame: Frame) => unknown) {
      const element = document.createElement('iframe');
      Object.assign(element.style, attributes.style);
      const frame = createFrame(() => element.contentWindow);
      element.src = url;
      where.appendChild(element);
      return onOpen(frame);
    },
    getParentIframe() {
      const frame = createFrame(() => parent);
      frame.announce();
      return frame;
    },
  };
  const load = (_: string, options: (() => void) | { callback: () => void }) =>
    setTimeout(() => (typeof options === 'function' ? options() : options.callback()));
  Object.assign(globalThis, { gapi: { load, iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: null } } });
  // Google's script calls the callback named in its URL, or `gapi_onload` by default. The SDK uses a named callback; the emulator's frame
  // uses the default.
  const onload = new URL((document.currentScript as HTMLScriptElement).src).searchParams.get('onload') ?? 'gapi_onload';
  (globalThis as unknown as Record<string, (() => void) | undefined>)[onload]?.();
}
