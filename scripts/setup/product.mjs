import { once } from 'node:events';
import { startFakes } from './fakes.mjs';
import { findFreePort, stateFolder } from './local.mjs';
import { fireJobsEachMinute, startFromSources, startServer, waitUntilHealthy } from './server.mjs';
import { claimState } from './state-claim.mjs';
import { printFailure, step } from './steps.mjs';

export class Product {
  #port;
  #isWatching;
  /** @type {{ name: string, process: import('node:child_process').ChildProcess }[]} */
  #running = [];
  /** @type {import('./fakes.mjs').RunningFake[]} */
  #fakes = [];
  /** @type {import('#scripts/fakes/core/server.ts').RunningFake | undefined} */
  #clock;
  #endJobs = () => {};
  #releaseState = () => {};

  /** @param {number} port @param {boolean} isWatching whether to run from sources */
  constructor(port, isWatching) {
    this.#port = port;
    this.#isWatching = isWatching;
  }

  /** @param {(name: string) => void} onUnexpectedEnd called if one of the product's processes exits by itself */
  async start(onUnexpectedEnd) {
    const { isMoved } = await import('#scripts/clock/state-backup.ts');
    this.#releaseState = claimState(stateFolder, 'The product');
    this.#fakes = await startFakes(this.#port);
    this.#running = [...this.#fakes];
    await this.#startClock(onUnexpectedEnd);
    await step('Starting the server', async (note) => {
      const fakeUrls = Object.fromEntries(this.#fakes.flatMap(({ variable, url }) => (variable ? [[variable, url]] : [])));
      const isClockMoved = isMoved(stateFolder);
      // Omits CLOCK_BASE until the clock is moved, which saves one call per request. The first move and a reset restart the product, which
      // updates the variable.
      const variables = { ...fakeUrls, CLOCK_BASE: isClockMoved ? this.#clock?.url : undefined, MAP_TILES: process.env.MAP_TILES };
      const servers = this.#isWatching
        ? await startFromSources(this.#port, await findFreePort(this.#port + 1), variables, isClockMoved)
        : [await startServer(this.#port, variables, isClockMoved)];
      this.#running.push(...servers.map((server) => ({ name: 'The server', process: server })));
      await waitUntilHealthy(this.origin, servers);
      note('Ready');
    });
    const programs = this.#running;
    for (const { name, process: child } of programs) {
      child.once('close', () => {
        if (this.#running === programs) onUnexpectedEnd(name);
      });
    }
    this.#endJobs = fireJobsEachMinute(this.origin);
  }

  get origin() {
    return `http://localhost:${this.#port}`;
  }

  async stop() {
    this.#endJobs();
    const children = this.#running
      .map((program) => program.process)
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    this.#running = [];
    for (const child of children) child.kill('SIGTERM');
    const timer = setTimeout(() => children.forEach((child) => void child.kill('SIGKILL')), 5_000);
    await Promise.all(children.map((child) => once(child, 'close')));
    clearTimeout(timer);
    this.#releaseState();
  }

  /** @param {(name: string) => void} onUnexpectedEnd */
  async #startClock(onUnexpectedEnd) {
    if (this.#clock) return;
    const { startClock } = await import('#scripts/clock/service.ts');
    const findFakeUrl = (/** @type {string} */ variable) => this.#fakes.find((fake) => fake.variable === variable)?.url;
    this.#clock = await startClock(await findFreePort(this.#port + 1), {
      state: stateFolder,
      addresses: () => ({
        product: this.origin,
        mailbox: findFakeUrl('MAILBOX_BASE') ?? '',
        stripe: findFakeUrl('STRIPE_API_BASE') ?? null,
      }),
      runWhileStopped: async (work) => {
        await this.stop();
        try {
          work();
        } finally {
          await this.start(onUnexpectedEnd).catch((error) => {
            printFailure(error);
            onUnexpectedEnd('The product');
          });
        }
      },
    });
  }
}
