/** The service worker, run as in a browser: its caches, its responses, and the requests that it leaves to the browser. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeBuild } from '#scripts/site/build-service-worker.ts';

const origin = 'https://cards.test';
const shellOf = (entry: string) => `<script type="module" crossorigin src="${entry}"></script>`;
const built = {
  version: 'two',
  entry: '/assets/index-2.js',
  files: ['/assets/index-2.js', '/assets/page-2.css'],
  onceUsed: ['/assets/large-2.js', '/assets/large.wasm'],
  news: { en: 'You have news.', de: 'Es gibt Neues für dich.' },
};

interface FakeEvent {
  action?: string;
  notification?: { close(): void; data: { path: string; topic?: string; turnedOff?: string[] } };
  request?: { url: string; method: string; mode: string };
  waitUntil(work: Promise<unknown>): void;
  respondWith(answer: Promise<Response>): void;
}

/** The browser's caches by name, in order of creation. */
let stores: Map<string, Map<string, Response>>;
let network: (path: string) => Promise<Response>;
let listeners: Record<string, (event: FakeEvent) => void>;
const pathOf = (request: unknown) => new URL(typeof request === 'string' ? request : (request as { url: string }).url, origin).pathname;

beforeEach(async () => {
  vi.useFakeTimers();
  stores = new Map();
  listeners = {};
  network = async (path) => new Response(path === '/dashboard' ? shellOf(built.entry) : `network ${path}`);
  const openCache = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>();
    stores.set(name, store);
    return {
      match: async (request: unknown) => store.get(pathOf(request))?.clone(),
      put: async (request: unknown, response: Response) => void store.set(pathOf(request), response),
      addAll: async (paths: string[]) => {
        for (const path of paths) store.set(path, new Response(`kept ${path}`));
      },
      keys: async () => [...store.keys()],
      delete: async (request: unknown) => store.delete(pathOf(request)),
      add: async (path: string) => void store.set(path, await network(path)),
    };
  };
  vi.stubGlobal('built', built);
  vi.stubGlobal('fetch', (request: unknown) => network(pathOf(request)));
  vi.stubGlobal('caches', {
    open: openCache,
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    match: async (request: unknown) => [...stores.values()].flatMap((store) => store.get(pathOf(request)) ?? [])[0]?.clone(),
  });
  vi.stubGlobal('self', {
    addEventListener: (name: string, listener: (event: FakeEvent) => void) => {
      listeners[name] = listener;
    },
    location: { origin },
    skipWaiting: async () => {},
    clients: { claim: async () => {} },
  });
  vi.resetModules();
  const file = '#web/service-worker/service-worker.ts';
  await import(/* @vite-ignore */ file);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function dispatch(name: 'install' | 'activate'): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners[name]?.({
    waitUntil: (given) => {
      work = given;
    },
    respondWith: () => {},
  });
  await work;
}

/** Returns the response text, or undefined if the service worker lets the browser handle the request. */
async function ask(path: string, { method = 'GET', mode = 'navigate' } = {}): Promise<string | undefined> {
  let answer: Promise<Response> | undefined;
  const works: Promise<unknown>[] = [];
  const url = new URL(path, origin).href;
  listeners.fetch?.({
    request: { url, method, mode },
    waitUntil: (given) => works.push(given),
    respondWith: (given) => {
      answer = given;
    },
  });
  const text = await (await answer)?.text();
  await Promise.all(works);
  return text;
}

const file = { mode: 'cors' };
const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));

describe('the service worker', () => {
  test.each([
    '/api',
    '/api/user',
    '/api/scan?x=1',
    'https://js.stripe.com/v3',
    '/favicon.svg',
    '/sw.js',
  ])('does not handle %s', async (path) => {
    await dispatch('install');
    expect(await ask(path, { mode: path.startsWith('/api') ? 'navigate' : 'no-cors' })).toBeUndefined();
    expect(await ask(path, { method: 'POST' })).toBeUndefined();
  });

  test('takes pages from the network while online, not-found pages too', async () => {
    await dispatch('install');
    expect(await ask('/account')).toBe('network /account');
    network = async () => new Response('not found', { status: 404 });
    expect(await ask('/nowhere')).toBe('not found');
  });

  test('opens every page with the cached shell while offline', async () => {
    await dispatch('install');
    network = noNetwork;
    expect(await ask('/card?id=TC-0000001')).toBe(shellOf(built.entry));
  });

  test('waits five seconds for a slow network', async () => {
    await dispatch('install');
    network = () => new Promise(() => {});
    const page = ask('/dashboard');
    await vi.advanceTimersByTimeAsync(4_999);
    expect(await Promise.race([page, Promise.resolve('waiting')])).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(await page).toBe(shellOf(built.entry));
  });

  test('serves built files from the cache, even those from the previous version, and unknown files from the network', async () => {
    stores.set('site-one', new Map([['/assets/index-1.js', new Response('old')]]));
    await dispatch('install');
    await dispatch('activate');
    network = async (path) => new Response(`network ${path}`);
    expect(await ask('/assets/index-2.js', file)).toBe('kept /assets/index-2.js');
    expect(await ask('/assets/index-1.js', file)).toBe('old');
    expect(await ask('/assets/index-3.js', file)).toBe('network /assets/index-3.js');
  });

  test('caches the most recent map tiles and lists of towns, across versions', async () => {
    await dispatch('install');

    for (let x = 0; x < 300; x += 1) {
      await ask(`/api/tiles/9/${x}/0`, file);
    }
    await ask('/assets/towns-1a2b.json', file);
    network = noNetwork;
    expect(await ask('/api/tiles/9/299/0', file)).toBe('network /api/tiles/9/299/0');
    expect(await ask('/assets/towns-1a2b.json', file)).toBe('network /assets/towns-1a2b.json');
    await expect(ask('/api/tiles/9/0/0', file)).rejects.toThrow('Failed to fetch');
  });

  test('does not cache a failed tile', async () => {
    network = async () => new Response('Not now', { status: 503 });
    await ask('/api/tiles/1/0/0', { mode: 'cors' });
    expect(stores.get('map-seen')?.size).toBe(0);
  });

  test('caches large files from their first use on', async () => {
    await dispatch('install');
    network = noNetwork;
    await expect(ask('/assets/large.wasm', file)).rejects.toThrow();
    network = async (path) => new Response(`network ${path}`);
    expect(await ask('/assets/large.wasm', file)).toBe('network /assets/large.wasm');
    network = noNetwork;
    expect(await ask('/assets/large.wasm', file)).toBe('network /assets/large.wasm');
  });

  test("caches the words of the reader's language from their first use on", async () => {
    await dispatch('install');
    expect(await ask('/assets/words/v1/de/home.json', file)).toBe('network /assets/words/v1/de/home.json');
    network = noNetwork;
    expect(await ask('/assets/words/v1/de/home.json', file)).toBe('network /assets/words/v1/de/home.json');
    await expect(ask('/assets/words/v1/de/faq.json', file)).rejects.toThrow('Failed to fetch');
  });

  test('does not cache a large file that failed to load', async () => {
    await dispatch('install');
    network = async () => new Response('not found', { status: 404 });
    expect(await ask('/assets/large.wasm', file)).toBe('not found');
    network = async (path) => new Response(`network ${path}`);
    expect(await ask('/assets/large.wasm', file)).toBe('network /assets/large.wasm');
  });

  test('carries large files in use over into the next version, and fetches the changed ones', async () => {
    stores.set('site-one', new Map([['/assets/large.wasm', new Response('used')]]));
    await dispatch('install');
    await dispatch('activate');
    stores.delete('site-one');
    network = noNetwork;
    expect(await ask('/assets/large.wasm', file)).toBe('used');
    expect(await ask('/assets/large-2.js', file)).toBe('network /assets/large-2.js');
  });

  test('deletes all versions except its own and the previous one, and nothing else', async () => {
    for (const name of ['site-minus', 'site-zero', 'photos', 'site-one']) stores.set(name, new Map());
    await dispatch('install');
    await dispatch('activate');
    expect([...stores.keys()]).toEqual(['photos', 'site-one', 'site-two']);
  });

  test.each([
    ['de-AT', 'Es gibt Neues für dich.'],
    ['fr-FR', 'You have news.'],
  ])('shows a general notification in the browser’s language (%s) if the message is unreadable', async (language, text) => {
    const shown: unknown[] = [];
    Object.assign(self, {
      navigator: { language },
      registration: {
        showNotification: async (_title: string, { body }: { body: string }) => void shown.push(body),
        getNotifications: async () => [],
      },
    });
    let work: Promise<unknown> = Promise.resolve();
    listeners.push?.({
      waitUntil: (given) => {
        work = given;
      },
      respondWith: () => {},
    });
    await work;
    expect(shown).toEqual([text]);
  });

  describe('when a notification is clicked', () => {
    let requests: [path: string, init: RequestInit | undefined][];
    let shown: string[];
    let opened: string[];
    let status: number;
    beforeEach(() => {
      [requests, shown, opened, status] = [[], [], [], 200];
      vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
        requests.push([path, init]);
        return new Response('{}', { status });
      });
      Object.assign(self, {
        registration: { showNotification: async (title: string) => void shown.push(title) },
        clients: { matchAll: async () => [], openWindow: async (path: string) => void opened.push(path) },
      });
    });
    async function click(action: string, topic?: string) {
      let work: Promise<unknown> = Promise.resolve();
      listeners.notificationclick?.({
        action,
        notification: { close: () => {}, data: { path: '/cards', turnedOff: ['Ausgeschaltet', 'Tippe hier'], ...(topic && { topic }) } },
        waitUntil: (given) => {
          work = given;
        },
        respondWith: () => {},
      });
      await work;
    }

    test('opens its page', async () => {
      await click('', 'card_found');
      expect([opened, requests]).toEqual([['/cards'], []]);
    });

    test('turns its topic off with its button, and confirms it', async () => {
      await click('turn_off', 'card_found');
      expect(requests).toMatchObject([
        ['/api/preferences/notifications', { method: 'PATCH', body: '{"channel":"push","topic":"card_found","isOn":false}' }],
      ]);
      expect([shown, opened]).toEqual([['Ausgeschaltet'], []]);
    });

    test.each([
      [401, 'card_found'],
      [200, undefined],
    ])('opens the preferences if it cannot be turned off (status %s, topic %s)', async (answer, topic) => {
      status = answer;
      await click('turn_off', topic);
      expect([shown, opened]).toEqual([[], ['/account?tab=preferences']]);
    });
  });

  test('refuses to install with the shell of another version', async () => {
    network = async () => new Response(shellOf('/assets/index-1.js'));
    await expect(dispatch('install')).rejects.toThrow('another version');
    expect(stores.size).toBe(0);
  });
});

describe('the files to cache of a build', () => {
  /** A Vite manifest: the output file of each source, with its static and dynamic imports. */
  const manifest = {
    'index.html': {
      file: 'assets/index-2.js',
      isEntry: true,
      css: ['assets/page.css'],
      imports: ['_shared.js'],
      dynamicImports: ['pages/dashboard/DashboardPage.tsx', 'pages/admin/pages.ts', 'features/accounts/sign-in/social/firebase-sign-in.ts'],
    },
    '_shared.js': { file: 'assets/shared.js', assets: ['assets/hero.svg', 'assets/lisbon.svg', 'assets/notes.txt'] },
    'art/hero.svg': { file: 'assets/hero.svg' },
    'art/destinations/lisbon.svg': { file: 'assets/lisbon.svg' },
    '_table.js': { file: 'assets/table.js' },
    '_chart.js': { file: 'assets/chart.js' },
    'pages/dashboard/DashboardPage.tsx': {
      file: 'assets/dashboard.js',
      imports: ['_table.js'],
      dynamicImports: ['features/scans/scanning/camera/small-reader.ts', 'features/scans/scanning/camera/second-reader.ts'],
    },
    'features/scans/scanning/camera/small-reader.ts': { file: 'assets/small.js', imports: ['_table.js'] },
    'features/scans/scanning/camera/second-reader.ts': { file: 'assets/second.js', imports: ['_table.js'], assets: ['assets/zxing.wasm'] },
    'pages/admin/pages.ts': {
      file: 'assets/admin.js',
      css: ['assets/admin.css'],
      imports: ['_table.js', '_chart.js'],
      dynamicImports: ['features/accounts/admin/UsersTab.tsx'],
    },
    'features/accounts/admin/UsersTab.tsx': { file: 'assets/users.js' },
    'features/accounts/sign-in/social/firebase-sign-in.ts': { file: 'assets/firebase.js' },
  };
  const online = ['art/destinations/', 'features/accounts/admin/', 'pages/admin/', 'features/accounts/sign-in/social/firebase-sign-in.ts'];
  const onceUsed = 'features/scans/scanning/camera/second-reader.ts';
  const shell = shellOf('/assets/index-2.js');

  test('are those of pages that work offline, including shared ones', () => {
    expect(describeBuild({ manifest, shell, source: 'source', onceUsed, online })).toMatchObject({
      entry: '/assets/index-2.js',
      files: [
        '/assets/dashboard.js',
        '/assets/hero.svg',
        '/assets/index-2.js',
        '/assets/page.css',
        '/assets/shared.js',
        '/assets/small.js',
        '/assets/table.js',
      ],
      onceUsed: ['/assets/second.js', '/assets/zxing.wasm'],
    });
  });

  test('fail the build if an exclusion no longer matches', () => {
    expect(() => describeBuild({ manifest, shell, source: 'source', onceUsed, online: [...online, 'features/gone/'] })).toThrow(
      'features/gone/',
    );
  });

  test('have a new version if a file, the shell or the worker itself changes', () => {
    const more = { ...manifest, '_shared.js': { file: 'assets/shared-3.js' } };
    const turned = Object.fromEntries(Object.entries(manifest).reverse());
    const versions = [
      describeBuild({ manifest, shell, source: 'source', onceUsed, online }),
      describeBuild({ manifest: more, shell, source: 'source', onceUsed, online }),
      describeBuild({ manifest, shell: `${shell} `, source: 'source', onceUsed, online }),
      describeBuild({ manifest, shell, source: 'other source', onceUsed, online }),
    ].map(({ version }) => version);
    expect(new Set(versions).size).toBe(4);
    expect(describeBuild({ manifest: turned, shell, source: 'source', onceUsed, online }).version).toBe(versions[0]);
  });

  test('cannot be listed without the shell’s script', () => {
    expect(() => describeBuild({ manifest, shell: '<p>nothing</p>', source: 'source', onceUsed, online })).toThrow();
  });
});
