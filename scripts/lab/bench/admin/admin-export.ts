/** Measures the duration and memory use of CSV exports that are read as a stream, as browsers do. */
import { residentMegabytes } from '#scripts/lab/bench/cpu.ts';

export interface MeasuredExport {
  path: string;
  lines: number;
  megabytes: number;
  seconds: number;
  memoryBefore: number | undefined;
  /** Peak memory during the first tenth of the export and overall. If the two are similar, memory use does not grow with the export. */
  memoryEarly: number | undefined;
  memoryPeak: number | undefined;
}

const sampleIntervalMs = 25;

export async function measureExport(origin: URL, path: string, token: string, expectedLines: number): Promise<MeasuredExport> {
  const memoryBefore = residentMegabytes();
  let memoryEarly = memoryBefore ?? 0;
  let memoryPeak = memoryEarly;
  let [lines, bytes, sampledAt] = [0, 0, 0];
  const startedAt = performance.now();
  const response = await fetch(new URL(path, origin), { headers: { Authorization: `Bearer ${token}` } });
  if (!response.ok || !response.body) throw new Error(`${path} answered ${response.status}`);
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
    if (performance.now() - sampledAt < sampleIntervalMs) continue;
    sampledAt = performance.now();
    const megabytes = residentMegabytes() ?? 0;
    memoryPeak = Math.max(memoryPeak, megabytes);
    if (lines < expectedLines / 10) memoryEarly = memoryPeak;
  }
  const isKnown = memoryBefore !== undefined;
  return {
    path,
    lines,
    megabytes: bytes / 1_048_576,
    seconds: (performance.now() - startedAt) / 1_000,
    memoryBefore,
    memoryEarly: isKnown ? memoryEarly : undefined,
    memoryPeak: isKnown ? memoryPeak : undefined,
  };
}
