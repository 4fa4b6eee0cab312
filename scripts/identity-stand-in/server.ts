/**
 * Stands in for Google, Facebook, Apple and Firebase on this machine: GET /sign-in?provider=&origin= asks who one is and
 * leads back to the site with a token in the address's fragment; GET /jwks publishes the key; POST /tokens signs any claims.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { email as emailRule } from '#schema/fields.ts';
import { type SocialProvider, socialProviders } from '#schema/social-providers.ts';
import { messagePage, type SignInForm, signInPage } from '#scripts/identity-stand-in/pages.ts';
import { createSigner, type Person, type Signer } from '#scripts/identity-stand-in/tokens.ts';
import { sendJson, sendPage } from '#scripts/stand-in/answers.ts';
import { type ListenOptions, listenOnLoopback, type RunningStandIn } from '#scripts/stand-in/loopback.ts';
import { readBody } from '#scripts/stand-in/request-body.ts';

const bodyLimitBytes = 200_000;
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'";

interface StandIn {
  signer: Signer;
  /** Who has signed in here, newest first: to be chosen from, as Google asks each time. */
  people: Person[];
  /** How many answers with keys fail from now on. */
  failing: number;
  keyRequests: number;
}

/** Begins with a new key, and nobody who has signed in. */
export async function serve(options: ListenOptions): Promise<RunningStandIn> {
  const standIn: StandIn = { signer: await createSigner(), people: [], failing: 0, keyRequests: 0 };
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    answer(standIn, request, response).catch((error: unknown) => {
      sendJson(response, 400, { error: error instanceof Error ? error.message : String(error) });
    });
  };
  return listenOnLoopback(listener, options);
}

async function answer(standIn: StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  switch (`${request.method} ${url.pathname}`) {
    case 'GET /jwks':
      return sendKeys(standIn, response);
    case 'GET /sign-in': {
      const asked = askedOf(url.searchParams);
      return asked ? sendPage(response, 200, signInPage(asked, standIn.people), pagePolicy) : sendNobody(response);
    }
    case 'POST /sign-in':
      return signIn(standIn, new URLSearchParams(await readBody(request, bodyLimitBytes)), response);
    case 'POST /tokens': {
      const { person, claims } = JSON.parse(await readBody(request, bodyLimitBytes)) as {
        person: Person;
        claims?: Record<string, unknown>;
      };
      return sendJson(response, 200, { token: await standIn.signer.sign(person, claims) });
    }
    case 'POST /new-key':
      standIn.signer = await createSigner();
      return sendJson(response, 200, {});
    case 'POST /faults':
      standIn.failing = Number((JSON.parse(await readBody(request, bodyLimitBytes)) as { failing: number }).failing);
      return sendJson(response, 200, {});
    case 'GET /key-requests':
      return sendJson(response, 200, { count: standIn.keyRequests });
    default:
      return sendPage(response, 404, messagePage('Nothing here', 'There is no such page.'), pagePolicy);
  }
}

function sendKeys(standIn: StandIn, response: ServerResponse): void {
  standIn.keyRequests += 1;
  if (standIn.failing > 0) {
    standIn.failing -= 1;
    sendJson(response, 503, { error: 'This fails, as ordered' });
    return;
  }
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=21600' })
    .end(JSON.stringify(standIn.signer.keys));
}

/** Goes back to sites of this machine only: a token must not be sent elsewhere. */
function askedOf(given: URLSearchParams): { provider: SocialProvider; origin: string } | undefined {
  const provider = socialProviders.find((candidate) => candidate === given.get('provider'));
  const origin = URL.parse(given.get('origin') ?? '');
  if (!provider || !origin || !['localhost', '127.0.0.1', '[::1]'].includes(origin.hostname)) return undefined;
  return { provider, origin: origin.origin };
}

async function signIn(standIn: StandIn, form: URLSearchParams, response: ServerResponse): Promise<void> {
  const asked = askedOf(form);
  if (!asked) return sendNobody(response);
  if (form.get('cancel')) return goBack(response, asked.origin, { error: 'auth/user-cancelled', provider: asked.provider });
  const given = { email: form.get('email')?.trim() ?? '', name: form.get('name')?.trim() ?? '' };
  if (!v.is(emailRule('Please enter a valid email address'), given.email)) {
    const again: SignInForm = { ...asked, given, problem: 'Please enter a valid email address.' };
    return sendPage(response, 400, signInPage(again, standIn.people), pagePolicy);
  }
  const person: Person = { provider: asked.provider, ...given, isEmailVerified: form.get('verified') === 'yes' };
  standIn.people = [person, ...standIn.people.filter((known) => known.provider !== person.provider || known.email !== person.email)];
  goBack(response, asked.origin, { id_token: await standIn.signer.sign(person), provider: asked.provider });
}

/** In the fragment, which no server sees and no log keeps. */
function goBack(response: ServerResponse, origin: string, result: Record<string, string>): void {
  response.writeHead(303, { Location: `${origin}/auth#${new URLSearchParams(result)}`, 'Cache-Control': 'no-store' }).end();
}

function sendNobody(response: ServerResponse): void {
  sendPage(response, 400, messagePage('Nobody to sign in to', 'Please begin on the sign-in page of Cache Cards.'), pagePolicy);
}
