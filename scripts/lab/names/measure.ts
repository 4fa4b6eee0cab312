/** Measures the Worker's production bundle: its size, its startup time and the certificates that it draws. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bindings } from '#scripts/lab/bench/runtime.ts';
import { root, runOrFail } from '#scripts/setup/run.mjs';
import { compatibilityDate, listModules } from '#scripts/setup/worker-bundle.mjs';

const starts = 15;

/** Bundles the Worker as a deployment does, unless `folder` contains a bundle to compare with. */
export async function measureWorker(folder?: string) {
  const bundle = folder ?? join(root, 'dist', 'names', 'worker');
  if (!folder) {
    rmSync(bundle, { recursive: true, force: true });
    await runOrFail('The Worker could not be bundled.', 'wrangler', ['deploy', '--dry-run', '--env=', '--outdir', bundle]);
  }
  const files = readdirSync(bundle).filter((name) => !name.endsWith('.map') && name !== 'README.md');
  const kilobytes = files.reduce((sum, name) => sum + gzipSync(readFileSync(join(bundle, name))).length, 0) / 1_024;
  const times: number[] = [];
  for (let start = 0; start < starts; start += 1) times.push(await measureStart(bundle));
  return { kilobytes: Math.round(kilobytes), startMs: Math.round(median(times)) };
}

/** Returns the time from workerd's start to its first response. */
async function measureStart(bundle: string): Promise<number> {
  const from = performance.now();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({ ...listModules(bundle), compatibilityDate: compatibilityDate(), bindings, cf: false }),
  );
  const origin = await miniflare.ready;
  await (await fetch(new URL('/api/none', origin))).arrayBuffer();
  const time = performance.now() - from;
  await miniflare.dispose();
  return time;
}

export function median(numbers: number[]): number {
  return numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
