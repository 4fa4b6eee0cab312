/** The proxy as a server of this process: checks what it hands on, and answers what did not fit. */
import { json } from '#scripts/fakes/core/answers.ts';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { Checking } from '#scripts/lab/stripe-contract-proxy/checking.ts';
import { startForwarding } from '#scripts/lab/stripe-contract-proxy/forward.ts';

const eventsEveryMs = 5_000;

interface Options {
  port: number;
  /** Where the count is kept; nowhere without it. */
  stateFile?: string | undefined;
  target: string;
  /** For tests of refusals: what the other side refuses may be wrong. */
  mayBeRefused: boolean;
}

/** `DELETE /fake/breaches` answers what did not fit since it was last asked; everything else is handed on. */
export async function serveProxy({ port, stateFile, target, mayBeRefused }: Options): Promise<RunningFake> {
  const checking = new Checking({
    schemasFile: await freshSchemas(),
    target,
    keptIn: stateFile,
    mayBeRefused,
    tell: (breach) => console.error(`Not as Stripe's types have it: ${breach}`),
  });
  // What a product that is stopped has told must be looked at before it is gone.
  const timer = stateFile ? setInterval(() => void checking.checkEvents().catch(() => undefined), eventsEveryMs) : undefined;
  const { url, stop } = await startForwarding({
    port,
    target,
    seen: (exchange) => checking.see(exchange),
    answerItself: async (call) => (call === 'DELETE /fake/breaches' ? json(200, await checking.take()) : undefined),
  });
  return {
    url,
    stop() {
      clearInterval(timer);
      stop();
      checking.keep();
    },
  };
}
