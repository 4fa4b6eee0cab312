/** The fake card printer as its own process for one test run: on a free port, in memory, ended with the tests. */
import { spawnFake } from '#tests/support/project/spawn-fake.ts';

export const printerKeys = { production: 'cp_production_test', sandbox: 'cp_sandbox_test', webhook: 'cp_webhook_test' };

/** Resolves with its address once it answers. Its keys are `printerKeys`. */
export async function startCardPrinter(): Promise<string> {
  const { production, sandbox, webhook } = printerKeys;
  const keys = ['--production-key', production, '--sandbox-key', sandbox, '--webhook-key', webhook];
  return (await spawnFake('card-printer', 'Card printer fake', keys)).url;
}
