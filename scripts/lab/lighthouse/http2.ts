/** Serves the local product over HTTP/2, as Cloudflare does. Over HTTP/1.1, a page's files would wait for six connections. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { findFreePort } from '#scripts/setup/local.mjs';
import { Problem } from '#scripts/setup/steps.mjs';

/** Flag for browsers that visit the server, because nobody vouches for its certificate. */
export const trustFlag = '--ignore-certificate-errors';
const connectionHeaders = ['connection', 'keep-alive', 'transfer-encoding'];

/**
 * Returns an `https://localhost` origin that forwards to the product at `origin` until this process exits. Caches assets in memory,
 * as Cloudflare does, so that serving them leaves the CPU to the browser. Needs the `openssl` command.
 */
export async function serveOverHttp2(origin: string): Promise<string> {
  const target = new URL(origin);
  const agent = new Agent({ keepAlive: true });
  const cachedAssets = new Map<string, { headers: Record<string, string | string[] | undefined>; body: Buffer }>();
  const server = createSecureServer({ ...createCertificate(), allowHTTP1: true }, (incoming, outgoing) => {
    const key = `${incoming.url} ${incoming.headers['accept-encoding']}`;
    const file = cachedAssets.get(key);
    if (file && incoming.method === 'GET') {
      outgoing.writeHead(200, file.headers);
      outgoing.end(file.body);
      return;
    }
    const { origin: sentOrigin, ...sent } = incoming.headers;
    const headers = {
      ...Object.fromEntries(Object.entries(sent).filter(([name]) => !name.startsWith(':'))),
      host: target.host,
      ...(sentOrigin && { origin }),
    };
    const { method, url: path } = incoming;
    const forwarded = request({ host: target.hostname, port: target.port, method, path, headers, agent }, (answer) => {
      const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !connectionHeaders.includes(name)));
      outgoing.writeHead(answer.statusCode ?? 502, headers);
      answer.pipe(outgoing);
      if (answer.statusCode !== 200 || !incoming.url?.startsWith('/assets/')) return;
      buffer(answer).then(
        (body) => cachedAssets.set(key, { headers, body }),
        () => undefined,
      );
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  const port = await findFreePort(9_443);
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve));
  server.unref();
  return `https://localhost:${port}`;
}

function createCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'cache-cards-certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')] as const;
  const args = [
    'req',
    '-x509',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-subj',
    '/CN=localhost',
    '-days',
    '2',
  ];
  try {
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'ignore' });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } catch (error) {
    throw new Problem('openssl could not create a certificate. Install it, then run this again.', String(error));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
