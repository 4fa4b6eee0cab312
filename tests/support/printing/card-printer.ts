/** Runs the fake card printer in its own process for one test run, on a free port and with in-memory state. It exits with the tests. */
import { spawnFake } from '#tests/support/project/spawn-fake.ts';

export const printerKeys = { production: 'cp_production_test', sandbox: 'cp_sandbox_test', webhook: 'cp_webhook_test' };

/** Starts the fake printer with `printerKeys` as its credentials. Resolves with its URL once it responds. */
export async function startCardPrinter(): Promise<string> {
  const { production, sandbox, webhook } = printerKeys;
  const keys = ['--production-key', production, '--sandbox-key', sandbox, '--webhook-key', webhook];
  return (await spawnFake('card-printer', 'Card printer fake', keys)).url;
}
