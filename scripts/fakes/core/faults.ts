/** Faults on demand, by POST /fake/faults: whom a fake plays is slow, failing, or gone before or after the work was done. */
import * as v from 'valibot';
import { type Answer, droppedConnection } from '#scripts/fakes/core/answers.ts';

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(120_000));

export const FaultRequest = v.strictObject({
  /** The beginning of `METHOD /path`, or a regular expression between slashes. */
  match: v.pipe(v.string(), v.nonEmpty()),
  /** Only calls whose parameters contain this, e.g. `metadata[user_id]=17`. */
  bodyIncludes: v.optional(v.string(), ''),
  /** Answer with this status instead of doing the work; what a success says then makes no sense. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  /** Wait so long before anything else. */
  delayMs: v.optional(milliseconds, 0),
  /** Cut the connection without doing the work. */
  drop: v.optional(v.boolean(), false),
  /** Do the work, then wait so long. */
  lateMs: v.optional(milliseconds, 0),
  /** Do the work, then cut the connection. */
  dropAfter: v.optional(v.boolean(), false),
  /** For how many calls. */
  times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});
export type Fault = v.InferOutput<typeof FaultRequest>;

export class Faults {
  #planned: (Fault & { remaining: number })[] = [];

  plan(fault: Fault): object {
    this.#planned.push({ ...fault, remaining: fault.times });
    return { planned: true };
  }

  clear(): object {
    this.#planned = [];
    return { planned: false };
  }

  /** The fault that this call meets, used up by one. */
  take(call: string, form = ''): Fault | undefined {
    const body = [...new URLSearchParams(form)].map((parameter) => parameter.join('=')).join('&');
    const fault = this.#planned.find(
      ({ remaining, match, bodyIncludes }) => remaining > 0 && fits(match, call) && body.includes(bodyIncludes),
    );
    if (fault) fault.remaining -= 1;
    return fault;
  }

  /** Does the work of a call, or what a fault has in its place. */
  async apply(call: string, work: () => Answer | Promise<Answer>, refuse: (status: number) => Answer): Promise<Answer> {
    const fault = this.take(call);
    if (!fault) return work();
    await wait(fault.delayMs);
    if (fault.drop) return droppedConnection;
    if (fault.status !== undefined) return fault.status < 300 ? { status: fault.status, body: '<html>Welcome' } : refuse(fault.status);
    const answer = await work();
    await wait(fault.lateMs);
    return fault.dropAfter ? droppedConnection : answer;
  }
}

/** Keeps no process from ending. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

function fits(match: string, call: string): boolean {
  const expression = /^\/(.*)\/$/.exec(match)?.[1];
  return expression === undefined ? call.startsWith(match) : new RegExp(expression).test(call);
}
