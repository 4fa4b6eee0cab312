/** The look of the stand-in's own pages: plain, and saying what they are. */
import { type Html, html, htmlDocument } from '#scripts/stand-in/html.ts';

const styles = html`
  main { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
  dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
  form { display: flex; gap: 1rem; margin-top: 1.5rem; }
  button { font: inherit; padding: 0.6rem 1.2rem; border-radius: 0.4rem; border: 1px solid currentColor; cursor: pointer; }
`;

export function page(title: string, content: Html): Html {
  const note = html`<p class="note">This is the Stripe stand-in of a development machine. No money moves.</p>`;
  return htmlDocument({ title, styles, content: html`${{ raw: note }}\n${{ raw: content }}` });
}

export function details(rows: [string, string][]): Html {
  const lines = rows.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`).join('\n') as Html;
  return html`<dl>
${{ raw: lines }}
</dl>`;
}

export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

export function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000);
}
