import { add, info, orderInfo, quote } from '#scripts/fakes/card-printer/core.ts';
import { ordersPage } from '#scripts/fakes/card-printer/pages.ts';
import { type Signal, Signals } from '#scripts/fakes/card-printer/signals.ts';
import { type Keys, Workshop } from '#scripts/fakes/card-printer/state.ts';
import { type FakeResponse, json, page, redirect } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, type Service, serveFake } from '#scripts/fakes/core/server.ts';

interface Options {
  port: number;
  keys: Keys;
  stateFile?: string | undefined;
  webhookUrl?: string | undefined;
}

export async function serve({ port, keys, stateFile, webhookUrl }: Options): Promise<RunningFake> {
  const workshop = new Workshop(keys, stateFile);
  const signals = new Signals(workshop, webhookUrl);
  return serveFake(port, (): Service => {
    const send = async (reference: unknown, signalsToSend: Signal[], times?: number) => {
      const order = workshop.findOrder(reference);
      if (!order) throw new Error('Unknown order');
      return { statuses: await signals.send(order, signalsToSend, times) };
    };
    return {
      async handle({ call, body }, faults) {
        if (call === 'POST /products/info') return faults.apply(call, () => info(workshop, JSON.parse(body)), createRefusal);
        if (call === 'POST /orders/info') return faults.apply(call, () => orderInfo(workshop, JSON.parse(body)), createRefusal);
        if (call === 'POST /orders/quote') return faults.apply(call, () => quote(workshop, JSON.parse(body)), createRefusal);
        if (call === 'POST /orders/add') return faults.apply(call, () => addOrder(workshop, signals, JSON.parse(body)), createRefusal);
        if (call === 'POST /signals') {
          const form = new URLSearchParams(body);
          await send(form.get('reference'), [{ type: form.get('type') ?? '' }]);
          return redirect('/');
        }
        return call === 'GET /' ? page(200, ordersPage(workshop.orders)) : undefined;
      },
      control(call, requestBody) {
        if (call === 'GET orders') return workshop.orders;
        if (call === 'POST quotes/expire') return workshop.expireQuotes();
        if (call !== 'POST signals') return undefined;
        const { reference, signals: signalsToSend, times } = requestBody as { reference: string; signals: Signal[]; times?: number };
        return send(reference, signalsToSend, times);
      },
      stop: () => signals.stop(),
    };
  });
}

function createRefusal(status: number): FakeResponse {
  return json(status, { error: { type: 'fault', info: 'This call fails on purpose' } });
}

async function addOrder(workshop: Workshop, signals: Signals, requestBody: Record<string, unknown>): Promise<FakeResponse> {
  const isNew = workshop.findOrder(requestBody.reference) === undefined;
  const response = await add(workshop, requestBody);
  const order = workshop.findOrder(requestBody.reference);
  if (order && isNew) void signals.send(order, [{ type: 'CloudprinterOrderValidated' }]);
  return response;
}
