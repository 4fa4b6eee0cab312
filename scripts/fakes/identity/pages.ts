import { html } from 'hono/html';
import { providerNames, type SocialProvider } from '#schema/accounts/social-providers.ts';
import { type Html, htmlDocument } from '#scripts/fakes/core/html.ts';
import type { Person } from '#scripts/fakes/identity/tokens.ts';

export interface SignInForm {
  provider: SocialProvider;
  origin: string;
  enteredPerson?: { email: string; name: string };
  problem?: string;
}

export function signInPage({ provider, origin, enteredPerson, problem }: SignInForm, people: Person[]): Html {
  const name = providerNames[provider];
  const hidden = html`<input type="hidden" name="provider" value="${provider}"><input type="hidden" name="origin" value="${origin}">`;
  const providerPeople = people.filter((person) => person.provider === provider);
  const choices =
    providerPeople.length > 0
      ? html`<h2>Choose an account</h2><ul>${providerPeople.map((person) => accountItem(person, hidden))}</ul><h2>Use another account</h2>`
      : '';
  const complaint = problem ? html`<p role="alert" class="problem">${problem}</p>` : '';
  return page(
    `Sign in with ${name}`,
    html`<h1>Sign in with ${name}</h1>
<p>This local page stands in for ${name}. Sign in as anyone, without a password.</p>
${complaint}${choices}
<form method="post" action="/sign-in">${hidden}
<label>Email <input name="email" type="email" required autocomplete="off" value="${enteredPerson?.email ?? ''}"></label>
<label>Name <input name="name" autocomplete="off" value="${enteredPerson?.name ?? ''}"></label>
<label class="check"><input name="verified" type="checkbox" value="yes" checked> Verified by ${name}</label>
<button>Continue to Cache Cards</button>
</form>
<form method="post" action="/sign-in">${hidden}<button name="cancel" value="yes" class="quiet">Cancel</button></form>`,
  );
}

function accountItem({ email, name, isEmailVerified }: Person, hidden: Html): Html {
  return html`<li><form method="post" action="/sign-in">${hidden}
<input type="hidden" name="email" value="${email}"><input type="hidden" name="name" value="${name}">
<input type="hidden" name="verified" value="${isEmailVerified ? 'yes' : ''}">
<button class="account"><strong>${name || email}</strong><span>${email}</span></button></form></li>`;
}

export function messagePage(title: string, text: string): Html {
  return page(title, html`<h1>${title}</h1><p>${text}</p>`);
}

function page(title: string, content: Html): Html {
  return htmlDocument({ title, styles, content });
}

const styles = html`
  main { max-width: 26rem; margin: 3rem auto; padding: 0 1rem; }
  h1 { line-height: 1.2; } h2 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
  ul { list-style: none; padding: 0; margin: 0; display: grid; gap: 0.5rem; }
  form { display: grid; gap: 0.9rem; margin-top: 0.75rem; } li form { margin: 0; }
  label { display: grid; gap: 0.25rem; } .check { display: flex; align-items: center; gap: 0.5rem; }
  input:not([type=checkbox]) { font: inherit; padding: 0.6rem; border: 1px solid #767676; border-radius: 0.4rem; background: Canvas; color: CanvasText; }
  button { font: inherit; padding: 0.65rem 1.2rem; border-radius: 0.4rem; border: 1px solid #1d5c47; background: #1d5c47; color: #fff; cursor: pointer; }
  .quiet, .account { background: Canvas; color: CanvasText; border-color: #767676; }
  .account { display: grid; text-align: start; width: 100%; }
  .problem { border-inline-start: 4px solid #c2331c; padding-inline-start: 0.75rem; }
`;
