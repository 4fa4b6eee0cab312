/** Pages of fakes: templates that escape, and the document around them. */

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

/** A whole page, in the machine's own type and colours; `styles` say the rest of its look. */
export function htmlDocument({ title, styles, content }: { title: string; styles: Html; content: Html }): Html {
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
  .note { border-left: 4px solid #b7791f; padding-left: 0.75rem; }${{ raw: styles }}</style>
</head>
<body>
<main>
${{ raw: content }}
</main>
</body>
</html>`;
}
