/**
 * HTTP routes of the fake travel provider. GET /v1/catalogue returns the terms of the stays. PUT /v1/quotes/NUMBER returns a quote for a
 * member's preferences. PUT, GET and DELETE /v1/bookings/NUMBER book a quote, return the booking's status and cancel it. All calls are
 * idempotent. `/` shows the bookings. Controls: POST /fake/costs `{"extraCents": 500}` raises the costs, POST /fake/quotes `{"mode":
 * "pending"}` selects the response mode (`modes` in state.ts), and POST /fake/bookings/NUMBER `{"status": "canceled_free"}` (or `canceled`,
 * `no_show`) changes a booking.
 */
import { html } from 'hono/html';
import * as v from 'valibot';
import { StayWish, Traveler } from '#schema/stays/stay.ts';
import { htmlDocument } from '#scripts/fakes/core/html.ts';
import { type FakeResponse, json, page } from '#scripts/fakes/core/responses.ts';
import { type Request, type RunningFake, serveFake } from '#scripts/fakes/core/server.ts';
import { terms } from '#scripts/fakes/travel/catalogue.ts';
import { makeQuote, raisePrice } from '#scripts/fakes/travel/quotes.ts';
import { Desk, modes } from '#scripts/fakes/travel/state.ts';
import type { BookingResponse, QuoteResponse } from '#worker/clients/travel-provider.ts';

const QuoteRequest = v.strictObject({
  type: v.picklist(Object.keys(terms) as (keyof typeof terms)[]),
  wishes: v.pipe(v.array(StayWish), v.minLength(1)),
  validUntil: v.pipe(v.string(), v.isoTimestamp()),
  formerQuoteIds: v.array(v.string()),
});
const WantedType = v.object({ type: QuoteRequest.entries.type });
const BookingRequest = v.strictObject({ quoteId: v.string(), traveler: Traveler });
const CostsRequest = v.strictObject({ extraCents: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)) });
const ModeRequest = v.strictObject({ mode: v.picklist(modes) });
const StatusRequest = v.strictObject({ status: v.picklist(['canceled', 'canceled_free', 'no_show']) });

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
      const number = /^POST bookings\/(.+)$/.exec(call)?.[1];
      if (number !== undefined) return desk.setStatus(decodeURIComponent(number), v.parse(StatusRequest, requestBody).status);
      if (call === 'POST quotes') {
        desk.mode = v.parse(ModeRequest, requestBody).mode;
        return { mode: desk.mode };
      }
      if (call !== 'POST costs') return undefined;
      desk.extraCents = v.parse(CostsRequest, requestBody).extraCents;
      return { extraCents: desk.extraCents };
    },
  }));
}

function respond(desk: Desk, { call, path, body }: Request): FakeResponse {
  if (call === 'GET /v1/catalogue') return json(200, raiseCosts(desk.extraCents));
  const [, kind = '', encodedNumber = ''] = /^\/v1\/(quotes|bookings)\/([^/]+)$/.exec(path) ?? [];
  const number = decodeURIComponent(encodedNumber);
  const method = call.split(' ')[0];
  if (kind === 'quotes' && method === 'PUT') {
    const request = v.safeParse(QuoteRequest, JSON.parse(body));
    return request.success ? json(200, quote(desk, number, request.output)) : json(400, { error: v.summarize(request.issues) });
  }
  if (kind === 'bookings' && method === 'PUT') {
    const request = v.safeParse(BookingRequest, JSON.parse(body));
    return request.success ? json(200, book(desk, number, request.output)) : json(400, { error: v.summarize(request.issues) });
  }
  if (kind === 'bookings' && method === 'GET') return json(200, { status: desk.statusOf(number) });
  if (kind === 'bookings' && method === 'DELETE') {
    return json(200, { released: desk.release(number) });
  }
  return json(404, { error: `Unknown call ${call}.` });
}

function quote(desk: Desk, number: string, { formerQuoteIds, ...wanted }: v.InferOutput<typeof QuoteRequest>): QuoteResponse {
  if (desk.mode === 'none' || desk.mode === 'pending') return { status: desk.mode };
  const storedQuotes = desk.quotesOf(number);
  const request = JSON.stringify(wanted);
  const repeatedQuote = storedQuotes.find((one) => one.request === request && !formerQuoteIds.includes(one.quote.quoteId));
  if (repeatedQuote && desk.mode !== 'twice') return { status: 'offered', quote: repeatedQuote.quote };
  const newQuote = makeQuote({ number, ...wanted }, raiseCosts(desk.extraCents)[wanted.type], `Q-${number}-${storedQuotes.length + 1}`);
  if (!newQuote) return { status: 'none' };
  return { status: 'offered', quote: desk.addQuote({ number, request, quote: newQuote, hasRaisedPrice: false }) };
}

function book(desk: Desk, number: string, { quoteId, traveler }: v.InferOutput<typeof BookingRequest>): BookingResponse {
  const storedQuotes = desk.quotesOf(number);
  const wanted = storedQuotes.find((one) => one.quote.quoteId === quoteId);
  const isBooked = desk.find(number)?.status === 'booked';
  if (!isBooked && (!wanted || desk.mode === 'unavailable')) return { status: 'unavailable' };
  if (!isBooked && wanted && desk.mode === 'price_changed' && !wanted.hasRaisedPrice) {
    const { type } = v.parse(WantedType, JSON.parse(wanted.request));
    const raised = raisePrice(wanted.quote, raiseCosts(desk.extraCents)[type], `Q-${number}-${storedQuotes.length + 1}`);
    return { status: 'price_changed', quote: desk.addQuote({ ...wanted, quote: raised, hasRaisedPrice: true }) };
  }
  const { reference } = desk.book({ number, quoteId, travelerName: traveler.fullName });
  return { status: 'booked', reference, costCents: wanted?.quote.costCents ?? 0 };
}

function raiseCosts(extraCents: number): typeof terms {
  const raised = structuredClone(terms);
  for (const { costs } of Object.values(raised)) if (costs[0]) costs[0].toCents += extraCents;
  return raised;
}

function bookingsPage(desk: Desk) {
  const rows = desk.bookings.map(({ number, quoteId, travelerName, reference, status }) => {
    const stay = desk.quotesOf(number).find(({ quote }) => quote.quoteId === quoteId)?.quote;
    const cells = [number, travelerName, stay?.place, stay?.arrival, stay?.departure, reference, status];
    return html`<tr>${cells.map((cell) => html`<td>${cell ?? ''}</td>`)}</tr>`;
  });
  const content = html`<p class="note">This is the travel provider fake of a development machine. Nothing is booked.</p>
<h1>Bookings</h1>
<table><tr><th>Certificate</th><th>Traveler</th><th>Place</th><th>Arrival</th><th>Departure</th><th>Reference</th><th>Status</th></tr>${rows}</table>`;
  const styles = html`
  main { max-width: 70rem; margin: 0 auto; padding: 1rem; }
  th, td { padding: 0.4rem 0.8rem 0.4rem 0; text-align: start; }`;
  return htmlDocument({ title: 'Travel provider fake', styles, content });
}
