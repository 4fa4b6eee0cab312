/** What may go wrong with a mail provider, on demand: for tests. */

/** `time_out` takes nothing and never answers; `late` takes the mail and answers after so many seconds. */
export type Fault = { mode: 'fail' } | { mode: 'time_out' } | { mode: 'late'; seconds: number };

export class Faults {
  #next: Fault[] = [];

  /** `{mode, times?, seconds?}`: the next mails fare so; `{mode: 'none'}` forgets what was ordered. */
  order(given: Record<string, unknown>): void {
    const { mode, times = 1, seconds = 1 } = given;
    if (mode === 'none') this.#next = [];
    else if (mode === 'fail' || mode === 'time_out') this.#repeat({ mode }, Number(times));
    else if (mode === 'late') this.#repeat({ mode, seconds: Number(seconds) }, Number(times));
    else throw new Error('mode is one of fail, time_out, late, none');
  }

  take(): Fault | undefined {
    return this.#next.shift();
  }

  #repeat(fault: Fault, times: number): void {
    for (let time = 1; time <= times; time += 1) this.#next.push(fault);
  }
}
