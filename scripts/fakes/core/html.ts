import { html } from 'hono/html';

export type Html = ReturnType<typeof html>;

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
  .note { border-left: 4px solid #b7791f; padding-left: 0.75rem; }
  .note a { color: inherit; }${styles}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>`;
}
