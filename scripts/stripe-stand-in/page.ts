/** The look of the stand-in's own pages: plain, and saying what they are. */

export type Html = string & { readonly html: unique symbol };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A template whose values are escaped, unless they are HTML of this function themselves. */
export function html(parts: TemplateStringsArray, ...values: (string | { raw: Html })[]): Html {
  const filled = parts.reduce((text, part, index) => {
    const value = values[index - 1] ?? '';
    return text + (typeof value === 'string' ? value.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter) : value.raw) + part;
  });
  return filled as Html;
}

export function page(title: string, content: Html): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  main { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; }
  .note { border-left: 4px solid #b7791f; padding-left: 0.75rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
  dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
  form { display: flex; gap: 1rem; margin-top: 1.5rem; }
  button { font: inherit; padding: 0.6rem 1.2rem; border-radius: 0.4rem; border: 1px solid currentColor; cursor: pointer; }
</style>
</head>
<body>
<main>
<p class="note">This is the Stripe stand-in of a development machine. No money moves.</p>
${{ raw: content }}
</main>
</body>
</html>`;
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
