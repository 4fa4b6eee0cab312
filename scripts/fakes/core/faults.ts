/**
 * Injects faults through POST /fake/faults: the service responds slowly, fails, or drops the connection before or after processing the
 * request.
 */
import * as v from 'valibot';
import { droppedConnection, type FakeResponse } from '#scripts/fakes/core/responses.ts';

const milliseconds = v.pipe(v.number(), v.minValue(0), v.maxValue(120_000));

export const FaultRequest = v.strictObject({
  /** Calls affected by the fault: a prefix of `METHOD /path`, or a regular expression between slashes. */
  match: v.pipe(v.string(), v.nonEmpty()),
  /** Limits the fault to calls whose parameters contain this text, for example `metadata[user_id]=17`. */
  bodyIncludes: v.optional(v.string(), ''),
  /** Responds with this HTTP status instead of processing the request. A 2xx response has no meaningful body. */
  status: v.optional(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599))),
  delayMs: v.optional(milliseconds, 0),
  /** Drops the connection without processing the request. */
  drop: v.optional(v.boolean(), false),
  lateMs: v.optional(milliseconds, 0),
  /** Drops the connection after processing the request. */
  dropAfter: v.optional(v.boolean(), false),
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

  /** Returns the fault that applies to this call, if any, and decrements its remaining count. */
  take(call: string, form = ''): Fault | undefined {
    const body = [...new URLSearchParams(form)].map((parameter) => parameter.join('=')).join('&');
    const fault = this.#planned.find(
      ({ remaining, match, bodyIncludes }) => remaining > 0 && matchesCall(match, call) && body.includes(bodyIncludes),
    );
    if (fault) fault.remaining -= 1;
    return fault;
  }

  async apply(
    call: string,
    work: () => FakeResponse | Promise<FakeResponse>,
    refuse: (status: number) => FakeResponse,
  ): Promise<FakeResponse> {
    const fault = this.take(call);
    if (!fault) return work();
    await wait(fault.delayMs);
    if (fault.drop) return droppedConnection;
    if (fault.status !== undefined) return fault.status < 300 ? { status: fault.status, body: '<html>Welcome' } : refuse(fault.status);
    const response = await work();
    await wait(fault.lateMs);
    return fault.dropAfter ? droppedConnection : response;
  }
}

/** Resolves after the delay. The timer does not keep the process alive. */
export function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

function matchesCall(match: string, call: string): boolean {
  const expression = /^\/(.*)\/$/.exec(match)?.[1];
  return expression === undefined ? call.startsWith(match) : new RegExp(expression).test(call);
}
