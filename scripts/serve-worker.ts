/**
 * Serves the product for `npm start`: runs the bundled Worker in workerd with the development bindings from wrangler.toml. Does not use the
 * reload proxy of `wrangler dev`, which took more than half the time of each call; to reload on edits, use `npm run dev`. `--var
 * NAME:VALUE` overrides .dev.vars.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as getWorkerOptions } from 'wrangler';
import { stateFolder } from '#scripts/setup/local.mjs';
import { root } from '#scripts/setup/run.mjs';
import { runMain } from '#scripts/setup/steps.mjs';
import { listModules, workerBundle } from '#scripts/setup/worker-bundle.mjs';

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8787' },
      site: { type: 'string', default: join('web', 'public') },
      state: { type: 'string', default: stateFolder },
      var: { type: 'string', multiple: true, default: [] },
    },
  });
  const variables = Object.fromEntries(values.var.map((text) => text.split(/:(.*)/s, 2)));
  const { modulesRules: _, ...options } = getWorkerOptions(join(root, 'wrangler.toml'), 'development', {
    overrides: { assets: { directory: values.site } },
  }).workerOptions;
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...options,
      ...listModules(workerBundle),
      bindings: { ...(options.bindings as object), ...variables },
      host: 'localhost',
      port: Number(values.port),
      // Same path as wrangler's, so that wrangler commands share the state.
      resourcePersistencePath: join(values.state, 'v3'),
      unsafeTriggerHandlers: true,
      cf: false,
      logRequests: false,
      log: new Log(LogLevel.ERROR),
      handleStructuredLogs: ({ level, message }) => (level === 'error' || level === 'warn' ? console.error(message) : console.log(message)),
    }),
  );
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => miniflare.dispose().finally(() => process.exit()));
  await miniflare.ready;
});
