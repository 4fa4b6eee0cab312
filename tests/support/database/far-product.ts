/**
 * Serves the site on the given port. The whole Worker runs in this process on a primary database and its replica
 * (tests/support/database/replicas.ts). Requests with an `X-Far` header read from the replica; all others read from the primary. Nothing is
 * replicated until POST /catch-up.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createModuleServer, type Plugin } from 'vite';
import { root } from '#scripts/setup/run.mjs';
import { fillSite } from '#scripts/setup/site.mjs';
import { fontsAsBytes } from '#tests/support/printing/fonts-as-bytes.ts';

const port = Number(process.argv[2]);
const origin = `http://localhost:${port}`;
const site = join('dist', 'local', String(port));
await fillSite(site, origin, { isDevelopment: true });

/** Replaces argon2 with fast password hashing because test passwords need no protection. */
const fastPasswords: Plugin = {
  name: 'fast-passwords',
  enforce: 'pre',
  resolveId: (id) =>
    id === '#worker/security/password.ts' ? fileURLToPath(new URL('../accounts/fast-passwords.ts', import.meta.url)) : undefined,
};

// Loads the Worker through Vite because Node cannot import fonts or WebAssembly as modules.
const modules = await createModuleServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  plugins: [fastPasswords, fontsAsBytes],
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
});
const { openPlaces } = (await modules.ssrLoadModule(
  '/tests/support/database/far-places.ts',
)) as typeof import('#tests/support/database/far-places.ts');
const places = await openPlaces(origin);

const server = createHttpServer(async (incoming, outgoing) => {
  const request = await toRequest(incoming);
  const { pathname } = new URL(request.url);
  if (pathname === '/catch-up') {
    await places.catchUp();
    outgoing.writeHead(204).end();
    return;
  }
  const response = pathname.startsWith('/api/') ? await places.answer(request) : serveFile(pathname);
  const headers = Object.fromEntries(response.headers);
  outgoing.writeHead(response.status, { ...headers, 'set-cookie': response.headers.getSetCookie() });
  outgoing.end(new Uint8Array(await response.arrayBuffer()));
});
server.listen(port, () => console.log('Far product is ready'));
process.stdin.on('close', () => process.exit()).resume();

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) if (value !== undefined) headers.set(name, String(value));
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
  return new Request(new URL(incoming.url ?? '/', origin), { method: incoming.method ?? 'GET', headers, ...body });
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

/** Serves a static file or a prerendered page, and the app shell for all other paths. */
function serveFile(pathname: string): Response {
  const candidateFiles = [pathname, `${pathname}.html`, '/shell.html'].map((name) => join(root, site, name));
  const file = pathname === '/' ? join(root, site, 'index.html') : (candidateFiles.find((one) => existsSync(one)) ?? '');
  return new Response(readFileSync(file), { headers: { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' } });
}
