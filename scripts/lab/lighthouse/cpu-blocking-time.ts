interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  /** Wall-clock time in microseconds. */
  dur?: number;
  /** CPU time in microseconds. Missing for short tasks. */
  tdur?: number;
  args: { name?: string };
}

/** Part of each task that does not block, in milliseconds, as for Total Blocking Time. */
const unblockedPart = 50;

/**
 * Total Blocking Time in milliseconds, counting CPU time instead of wall-clock time, from the first contentful paint to the end of the trace.
 * Excludes the time that tasks wait for a CPU on a busy machine. `slowdown` is the factor by which the phone is slower. Throws if the trace has
 * no paint.
 */
export function cpuBlockingTime(events: TraceEvent[], slowdown: number): number {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
  const thread = events.find(({ name, args, pid }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === paint?.pid);
  if (!paint || !thread) throw new Error('The trace has no first contentful paint or no main thread');
  return events
    .filter(({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && pid === thread.pid && tid === thread.tid)
    .filter(({ ts, dur = 0 }) => ts + dur > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (tdur / 1_000) * slowdown - unblockedPart), 0);
}
