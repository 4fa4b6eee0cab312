import { json } from '#scripts/fakes/core/responses.ts';
import type { RunningFake } from '#scripts/fakes/core/server.ts';
import { updateSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';
import { ContractChecker } from '#scripts/lab/stripe-contract-proxy/contract-checker.ts';
import { startForwarding } from '#scripts/lab/stripe-contract-proxy/forward-call.ts';

const eventsEveryMs = 5_000;

interface Options {
  port: number;
  stateFile?: string | undefined;
  target: string;
  mayBeRefused: boolean;
}

/**
 * Starts the proxy. `DELETE /fake/breaches` returns the contract violations since the previous such call; all other requests are forwarded.
 */
export async function serveProxy({ port, stateFile, target, mayBeRefused }: Options): Promise<RunningFake> {
  const checking = new ContractChecker({
    schemasFile: await updateSchemas(),
    target,
    countFile: stateFile,
    mayBeRefused,
    onBreach: (breach) => console.error(`Differs from Stripe’s types: ${breach}`),
  });
  // Polls continuously because events caused by the product's shutdown must be checked before the fake stops.
  const timer = stateFile ? setInterval(() => void checking.checkEvents().catch(() => undefined), eventsEveryMs) : undefined;
  const { url, stop } = await startForwarding({
    port,
    target,
    onExchange: (exchange) => checking.see(exchange),
    respondDirectly: async (call) => (call === 'DELETE /fake/breaches' ? json(200, await checking.take()) : undefined),
  });
  return {
    url,
    stop() {
      clearInterval(timer);
      stop();
      checking.save();
    },
  };
}
