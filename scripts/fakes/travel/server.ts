/**
 * GET /v1/catalogue returns the terms of the stays; PUT and DELETE /v1/bookings/NUMBER book and release the stay of a certificate. Both can
 * be repeated. `/` shows the bookings. POST /fake/costs `{"extraCents": 500}` raises the costs.
 */
import { html } from 'hono/html';
import * as v from 'valibot';
import { htmlDocument } from '#scripts/fakes/core/html.ts';
import { type FakeResponse, json, page } from '#scripts/fakes/core/responses.ts';
import { type Request, type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { terms } from '#scripts/fakes/travel/catalogue.ts';
import { Desk } from '#scripts/fakes/travel/state.ts';

const StayRequest = v.object({
  type: v.picklist(Object.keys(terms)),
  holderName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  validUntil: v.pipe(v.string(), v.isoTimestamp()),
});
const CostsRequest = v.strictObject({ extraCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)) });

interface Options {
  port: number;
  stateFile?: string | undefined;
  apiKey: string;
}

export async function serve({ port, stateFile, apiKey }: Options): Promise<RunningFake> {
  const desk = new Desk(stateFile);
  return serveFake(port, () => ({
    handle(request, faults) {
      if (request.call === 'GET /') return page(200, bookingsPage(desk));
      if (!request.path.startsWith('/v1/')) return undefined;
      if (request.headers.authorization !== `Bearer ${apiKey}`) return json(401, { error: 'Unknown API key.' });
      return faults.apply(
        request.call,
        () => respond(desk, request),
        (status) => json(status, { error: 'This call fails on purpose.' }),
      );
    },
    control(call, requestBody) {
      if (call === 'GET bookings') return desk.bookings;
      if (call !== 'POST costs') return undefined;
      desk.extraCents = v.parse(CostsRequest, requestBody).extraCents;
      return { extraCents: desk.extraCents };
    },
  }));
}

function respond(desk: Desk, { call, path, body }: Request): FakeResponse {
  if (call === 'GET /v1/catalogue') return json(200, raiseCosts(desk.extraCents));
  const number = decodeURIComponent(/^\/v1\/bookings\/([^/]+)$/.exec(path)?.[1] ?? '');
  if (number && call.startsWith('PUT ')) {
    const stay = v.safeParse(StayRequest, JSON.parse(body));
    if (!stay.success) return json(400, { error: v.summarize(stay.issues) });
    const { status, reference } = desk.book({ number, ...stay.output });
    return json(200, { status, reference });
  }
  if (number && call.startsWith('DELETE ')) {
    desk.release(number);
    return json(200, { released: true });
  }
  return json(404, { error: `Unknown call ${call}.` });
}

function raiseCosts(extraCents: number): typeof terms {
  const raised = structuredClone(terms);
  for (const { costs } of Object.values(raised)) if (costs[0]) costs[0].toCents += extraCents;
  return raised;
}

function bookingsPage({ bookings }: Desk) {
  const rows = bookings.map(
    ({ number, type, holderName, reference, status }) =>
      html`<tr><td>${number}</td><td>${type}</td><td>${holderName}</td><td>${reference}</td><td>${status}</td></tr>`,
  );
  const content = html`<p class="note">This is the travel provider fake of a development machine. Nothing is booked.</p>
<h1>Bookings</h1>
<table><tr><th>Certificate</th><th>Stay</th><th>Name</th><th>Reference</th><th>Status</th></tr>${rows}</table>`;
  const styles = html`
  main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  th, td { padding: 0.4rem 0.8rem 0.4rem 0; text-align: start; }`;
  return htmlDocument({ title: 'Travel provider fake', styles, content });
}
