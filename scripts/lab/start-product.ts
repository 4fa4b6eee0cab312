import { listenTo, start } from '#scripts/setup/run.mjs';
import { Problem, step } from '#scripts/setup/steps.mjs';

const startSeconds = 180;

/** Builds and starts the product with its database in the folder `state`, and returns its origin. It stops when this process exits. */
export async function startProduct(state: string): Promise<string> {
  const port = 8_897;
  const origin = `http://localhost:${port}`;
  await step('Starting the product', async (note) => {
    const product = start('node', ['scripts/start.mjs'], { env: { PORT: String(port), CACHE_CARDS_STATE: state }, output: 'captured' });
    const readOutput = listenTo(product);
    const deadline = Date.now() + startSeconds * 1_000;
    for (;;) {
      if (product.exitCode !== null || Date.now() > deadline)
        throw new Problem('The product did not start; see its output above.', readOutput());
      const health = await fetch(`${origin}/api/health`).catch(() => undefined);
      if (health?.ok) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    note(`The product runs on ${origin}`);
  });
  return origin;
}
