/**
 * `STRIPE_PROXY=FILE npm start` puts this program between the Worker and Stripe's fake. It checks every call and every answer
 * that passes against Stripe's own types, says what does not fit, and keeps the count in that file. `DELETE /fake/breaches`
 * answers it with what did not fit since it was last asked; everything else is handed on.
 */
import { json } from '#scripts/fakes/core/answers.ts';
import { runFake } from '#scripts/fakes/core/run.ts';
import { Checking } from '#scripts/fakes/stripe/contract/proxy/checking.ts';
import { startForwarding } from '#scripts/fakes/stripe/contract/proxy/forward.ts';
import { freshSchemas } from '#scripts/fakes/stripe/contract/schemas.ts';

const eventsEveryMs = 5_000;

await runFake('Stripe proxy', { target: '', refusals: '' }, async ({ port, stateFile }, { target, refusals }) => {
  const checking = new Checking({
    schemasFile: await freshSchemas(),
    target,
    keptIn: stateFile,
    mayBeRefused: refusals === 'wanted',
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
});
