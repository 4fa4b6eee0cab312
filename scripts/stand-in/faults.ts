/** Faults on demand: the one that is stood in for slow, failing, or gone before or after the work was done. */

export interface Fault {
  /** The beginning of `METHOD /path`, or a regular expression between slashes. */
  match: string;
  /** Only calls whose parameters contain this, e.g. `metadata[user_id]=17`. */
  bodyIncludes?: string;
  /** Answer with this status instead of doing the work. */
  status?: number;
  /** Wait so long before the work. */
  delayMs?: number;
  /** Cut the connection without doing the work. */
  drop?: boolean;
  /** Do the work, then cut the connection. */
  dropAfter?: boolean;
  /** For how many calls; 1 when not given. */
  times?: number;
}

export class Faults {
  private planned: (Fault & { left: number })[] = [];

  plan(fault: Fault): void {
    this.planned.push({ ...fault, left: fault.times ?? 1 });
  }

  clear(): void {
    this.planned = [];
  }

  /** The fault that this call meets, used up by one. */
  take(call: string, form: string): Fault | undefined {
    const body = [...new URLSearchParams(form)].map((parameter) => parameter.join('=')).join('&');
    const fault = this.planned.find(({ left, match, bodyIncludes = '' }) => left > 0 && fits(match, call) && body.includes(bodyIncludes));
    if (!fault) return undefined;
    fault.left -= 1;
    return fault;
  }
}

function fits(match: string, call: string): boolean {
  const expression = /^\/(.*)\/$/.exec(match)?.[1];
  return expression === undefined ? call.startsWith(match) : new RegExp(expression).test(call);
}
