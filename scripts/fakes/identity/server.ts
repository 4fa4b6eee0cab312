/**
 * Local fake of the sign-in providers: Google, Facebook, Apple and Firebase. GET /sign-in?provider=&origin= asks for an identity and
 * redirects to the site with a token in the URL fragment; GET /jwks returns the public key. Tests can sign any claims (POST /fake/tokens)
 * and rotate the key (POST /fake/keys).
 */
import * as v from 'valibot';
import { type SocialProvider, socialProviders } from '#schema/accounts/social-providers.ts';
import { email as emailRule } from '#schema/email-address.ts';
import { type FakeResponse, json, page, redirect } from '#scripts/fakes/core/responses.ts';
import { type RunningFake, type Service, serveFake } from '#scripts/fakes/core/server.ts';
import { messagePage, type SignInForm, signInPage } from '#scripts/fakes/identity/pages.ts';
import { createSigner, type Person, type Signer } from '#scripts/fakes/identity/tokens.ts';

const keyCacheHeaders = { 'Cache-Control': 'public, max-age=21600' };

interface Fake {
  signer: Signer;
  people: Person[];
}

export async function serve({ port }: { port: number }): Promise<RunningFake> {
  const fake: Fake = { signer: await createSigner(), people: [] };
  return serveFake(
    port,
    (): Service => ({
      handle({ call, query, body }, faults) {
        if (call === 'GET /jwks') return faults.apply(call, () => json(200, fake.signer.keys, keyCacheHeaders), createRefusal);
        if (call === 'POST /sign-in') return signIn(fake, new URLSearchParams(body));
        if (call !== 'GET /sign-in') return page(404, messagePage('Not found', 'This page does not exist.'));
        const request = readSignInRequest(query);
        return request ? page(200, signInPage(request, fake.people)) : badRequestPage();
      },
      async control(call, requestBody) {
        if (call === 'POST tokens') {
          const { person, claims } = requestBody as { person: Person; claims?: Record<string, unknown> };
          return { token: await fake.signer.sign(person, claims) };
        }
        if (call !== 'POST keys') return undefined;
        fake.signer = await createSigner();
        return fake.signer.keys;
      },
    }),
  );
}

function createRefusal(status: number): FakeResponse {
  return json(status, { error: 'This fails on purpose' });
}

/** Parses the query. Accepts only sites on this machine so that no token leaks elsewhere. */
function readSignInRequest(query: URLSearchParams): { provider: SocialProvider; origin: string } | undefined {
  const provider = socialProviders.find((candidate) => candidate === query.get('provider'));
  const origin = URL.parse(query.get('origin') ?? '');
  if (!provider || !origin || !['localhost', '127.0.0.1', '[::1]'].includes(origin.hostname)) return undefined;
  return { provider, origin: origin.origin };
}

async function signIn(fake: Fake, form: URLSearchParams): Promise<FakeResponse> {
  const request = readSignInRequest(form);
  if (!request) return badRequestPage();
  if (form.get('cancel')) return redirectBack(request.origin, { error: 'auth/user-cancelled', provider: request.provider });
  const enteredPerson = { email: form.get('email')?.trim() ?? '', name: form.get('name')?.trim() ?? '' };
  if (!v.is(emailRule('Please enter a valid email address'), enteredPerson.email)) {
    const retryForm: SignInForm = { ...request, enteredPerson, problem: 'Please enter a valid email address.' };
    return page(400, signInPage(retryForm, fake.people));
  }
  const person: Person = { provider: request.provider, ...enteredPerson, isEmailVerified: form.get('verified') === 'yes' };
  fake.people = [person, ...fake.people.filter((other) => other.provider !== person.provider || other.email !== person.email)];
  return redirectBack(request.origin, { id_token: await fake.signer.sign(person), provider: request.provider });
}

/** Redirects to the site with the result in the URL fragment, which is never sent to a server or logged. */
function redirectBack(origin: string, result: Record<string, string>): FakeResponse {
  return redirect(`${origin}/auth#${new URLSearchParams(result)}`);
}

function badRequestPage(): FakeResponse {
  return page(400, messagePage('Start from Cache Cards', 'Open this page from the Cache Cards sign-in page.'));
}
