/** Processor time of workerd: what a request costs, also while other programs take the machine's time. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Seconds that this process's children have computed so far; undefined where the system does not tell (not Linux). */
export function childrenCpuSeconds(): number | undefined {
  const tasks = '/proc/self/task';
  if (!existsSync(tasks)) return undefined;
  const children = readdirSync(tasks).flatMap((task) => readFileSync(`${tasks}/${task}/children`, 'utf8').split(' ').filter(Boolean));
  return children.reduce((sum, child) => sum + cpuTicks(child), 0) / ticksPerSecond;
}

function cpuTicks(processId: string): number {
  try {
    // After the name in parentheses: state is field 0, user time field 11, system time field 12.
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  } catch {
    return 0;
  }
}
