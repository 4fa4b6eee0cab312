/** Measures workerd's CPU time and memory, which are independent of other load on the machine. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Returns the CPU seconds used by this process's children; undefined outside Linux. */
export function childrenCpuSeconds(): number | undefined {
  const ticks = children()?.reduce((sum, child) => sum + cpuTicks(child), 0);
  return ticks === undefined ? undefined : ticks / ticksPerSecond;
}

function children(): string[] | undefined {
  const tasks = '/proc/self/task';
  if (!existsSync(tasks)) return undefined;
  return readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean));
}

function cpuTicks(processId: string): number {
  try {
    // Fields of /proc/PID/stat that follow the process name in parentheses: field 0 is the state, 11 the user time, 12 the system time.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  } catch {
    return 0;
  }
}

/** Returns the memory used by this process's children in megabytes; undefined outside Linux. */
export function residentMegabytes(): number | undefined {
  const kilobytes = children()?.reduce((sum, child) => sum + residentKilobytes(child), 0);
  return kilobytes === undefined ? undefined : kilobytes / 1_024;
}

function residentKilobytes(processId: string): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
