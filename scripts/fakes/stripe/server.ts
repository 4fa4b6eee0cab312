import { type RunningFake, type Service, serveFake } from '#scripts/fakes/core/server.ts';
import type { Keys } from '#scripts/fakes/stripe/account.ts';
import { catchUpAll } from '#scripts/fakes/stripe/billing/renewals.ts';
import { handleControl } from '#scripts/fakes/stripe/controls.ts';
import { handleApiRequest } from '#scripts/fakes/stripe/http/api.ts';
import { openAccount } from '#scripts/fakes/stripe/open-account.ts';
import { servePage } from '#scripts/fakes/stripe/pages.ts';
import { saveState } from '#scripts/fakes/stripe/state.ts';

const saveEveryMs = 250;
const corsHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Stripe-Version, Idempotency-Key',
  'Access-Control-Allow-Methods': 'GET, POST, DELETE, OPTIONS',
  'Access-Control-Expose-Headers': 'Request-Id',
  'Access-Control-Max-Age': '600',
};

export function serve({ port, keys, stateFile }: { port: number; keys: Keys; stateFile?: string | undefined }): Promise<RunningFake> {
  return serveFake(port, (url): Service => {
    const account = openAccount(keys, url, stateFile);
    let savedVersion = account.store.version;
    const save = () => {
      if (account.store.version === savedVersion) return;
      savedVersion = account.store.version;
      saveState(stateFile, account);
    };
    const catchUp = () => {
      catchUpAll(account);
      account.deliveries.sendDue();
    };
    const timers = [setInterval(save, saveEveryMs), setInterval(catchUp, 1_000)];
    return {
      async handle(request, faults) {
        if (request.call.startsWith('OPTIONS ')) return { status: 204, headers: corsHeaders };
        if (!request.path.startsWith('/v1/')) return servePage(account, request);
        const response = await handleApiRequest(account, faults, request);
        return { ...response, headers: { ...corsHeaders, ...response.headers } };
      },
      control: (call, requestBody, query) => handleControl(account, call, requestBody, query),
      stop() {
        for (const timer of timers) clearInterval(timer);
        save();
      },
    };
  });
}
