/** Faults on demand: Stripe slow, failing, or gone before or after the work was done. */

export interface Fault {
  /** The beginning of `METHOD /path`, or a regular expression between slashes. */
  match: string;
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
  take(call: string): Fault | undefined {
    const fault = this.planned.find((candidate) => candidate.left > 0 && fits(candidate.match, call));
    if (!fault) return undefined;
    fault.left -= 1;
    return fault;
  }
}

function fits(match: string, call: string): boolean {
  const expression = /^\/(.*)\/$/.exec(match)?.[1];
  return expression === undefined ? call.startsWith(match) : new RegExp(expression).test(call);
}
