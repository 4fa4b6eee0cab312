interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Microseconds by the clock. */
  dur?: number;
  /** Microseconds of the processor. Missing in short tasks. */
  tdur?: number;
  args: { name?: string };
}

/** Longest task that does not block, in milliseconds (as for Total Blocking Time). */
const longestQuickTask = 50;

/**
 * Total Blocking Time in milliseconds, with the tasks' processor time instead of the time by the clock. On a machine that is busy with other
 * programs, tasks also wait, which is not the page's doing. `slowdown` is how many times slower the phone is.
 */
export function cpuBlockingTime(events: TraceEvent[], slowdown: number): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  const thread = events.find(({ name, args, pid }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === paint?.pid);
  if (!paint || !thread) throw new Error('The trace has no first paint');
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === thread.pid && tid === thread.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowdown - longestQuickTask), 0);
}
