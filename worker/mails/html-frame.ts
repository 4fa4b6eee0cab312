/**
 * HTML frame for every email. Styles are inline because some email clients drop style sheets; the style sheet only sets dark-mode colors.
 * There are no images, so opening an email cannot be tracked.
 */
import { html, raw } from 'hono/html';
import type { Words } from '#worker/words/words.ts';
import type { Block, MailContent } from './content.ts';

export interface Footer {
  publicOrigin: string;
  /** Null for emails that recipients cannot unsubscribe from. */
  unsubscribeUrl: string | null;
}

type Html = ReturnType<typeof html>;

const serif = raw("'Iowan Old Style','Palatino Linotype',Palatino,Georgia,serif");
const latin = { sans: raw("system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"), heading: serif };
const gothic = raw("'Hiragino Kaku Gothic ProN','Hiragino Sans','Yu Gothic',Meiryo,'Noto Sans JP',sans-serif");
const japanese = { sans: gothic, heading: gothic };
const fontsOf = ({ language }: Words) => (language === 'ja' ? japanese : latin);

/** Colors for dark mode; `!important` overrides the inline styles. */
const night = `
  .paper { background: #141d1a !important; }
  .sheet { background: #1d2925 !important; border-color: #38483f !important; }
  .ink { color: #f4ead3 !important; }
  .soft { color: #c5b99c !important; }
  .line { border-color: #38483f !important; }
  .trail { border-color: #ff8163 !important; }
  .mark { background: #ff8163 !important; }
  .go { background: #5fc09a !important; color: #0a1712 !important; }
  .link { color: #7fd4b2 !important; }`;

export function renderHtml(content: MailContent, { publicOrigin, unsubscribeUrl }: Footer, words: Words): string {
  const { sans, heading } = fontsOf(words);
  const smallTextStyle = html`font:400 13px/1.5 ${sans};color:#5c4c39`;
  const link = 'color:#1a5642;text-decoration:underline';
  return String(html`<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {${night}
}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#f7eed9;line-break:strict;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${content.preview}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f7eed9">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td style="padding:0 4px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="ink" style="font:700 20px/1.2 ${serif};color:#2a2118;white-space:nowrap">Cache Cards</td>
<td width="100%" style="padding:0 10px 0 14px"><div class="trail" style="border-top:3px dotted #c2331c;height:0;line-height:0;font-size:0"></div></td>
<td><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="mark" width="14" height="14" style="border-radius:7px;background:#c2331c;font-size:0;line-height:0">&nbsp;</td></tr></table></td>
</tr></table>
</td></tr>
<tr><td class="sheet" style="background:#fffaf0;border:1px solid #dccba3;border-radius:18px;padding:28px 24px">
<h1 class="ink" style="margin:0 0 16px;font:700 26px/1.25 ${heading};color:#2a2118;${wordBreakStyle}">${content.heading}</h1>
${content.body.map((block) => html`${blockHtml(block, words)}\n`)}</td></tr>
<tr><td class="soft" style="padding:18px 8px 0;${smallTextStyle}">
${content.reason}<br>
<a class="link" href="${publicOrigin}" style="${link}">${new URL(publicOrigin).host}</a>${
    unsubscribeUrl && html` &middot; <a class="link" href="${unsubscribeUrl}" style="${link}">${words.t('Unsubscribe')}</a>`
  }
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`);
}

const wordBreakStyle = 'overflow-wrap:anywhere;word-break:break-word';

function blockHtml(block: Block, words: Words): Html {
  const { sans } = fontsOf(words);
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" dir="auto" style="margin:0 0 14px;font:400 16px/1.55 ${sans};color:#2a2118;${wordBreakStyle}">${block.text}</p>`;
    case 'note':
      return html`<p class="soft" dir="auto" style="margin:0 0 10px;font:400 14px/1.5 ${sans};color:#5c4c39;${wordBreakStyle}">${block.text}</p>`;
    case 'quote':
      return html`<blockquote class="ink trail" dir="auto" style="margin:0 0 16px;padding:2px 0 2px 14px;border-left:3px solid #c2331c;font:400 16px/1.55 ${sans};color:#2a2118;${wordBreakStyle}">${block.lines.map((line, index) => [index > 0 && html`<br>`, line])}</blockquote>`;
    case 'button':
      return buttonHtml(block, words);
    case 'link':
      return html`<p style="margin:0 0 14px;font:400 14px/1.5 ${sans}"><a class="link" href="${block.url}" style="color:#1a5642">${block.label}</a></p>`;
    case 'facts':
      return factsHtml(block.rows, words);
  }
}

/**
 * Renders a button as a table cell with padding. Outlook ignores padding on links and reads the cell's `mso-padding-alt`; elsewhere the
 * link has the padding so that the whole button can be tapped. The URL is repeated below for email clients that disable links.
 */
function buttonHtml({ label, url }: { label: string; url: string }, words: Words): Html {
  const { sans } = fontsOf(words);
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:22px 0 8px"><tr>
<td class="go" align="center" bgcolor="#1d5c47" style="background:#1d5c47;border-radius:12px;mso-padding-alt:14px 24px"><a class="go" href="${url}" style="display:inline-block;padding:14px 24px;mso-padding-alt:0;border-radius:12px;background:#1d5c47;font:600 16px/1.2 ${sans};color:#fffaf0;text-decoration:none">${label}</a></td>
</tr></table>
<p class="soft" style="margin:0 0 20px;font:400 12px/1.45 ${sans};color:#5c4c39;${wordBreakStyle}">${words.t('Or open this link:')} <a class="link" href="${url}" style="color:#1a5642;${wordBreakStyle}">${url}</a></p>`;
}

function factsHtml(rows: [string, string][], words: Words): Html {
  const { sans } = fontsOf(words);
  if (rows.length === 0) return html``;
  const cell = 'padding:10px 0;border-top:1px solid #dccba3';
  const lines = rows.map(
    ([name, value]) => html`<tr>
<th scope="row" align="left" valign="top" class="soft line" style="${cell};padding-right:16px;font:400 14px/1.5 ${sans};color:#5c4c39;white-space:nowrap">${name}</th>
<td valign="top" dir="auto" class="ink line" style="${cell};font:600 16px/1.4 ${sans};color:#2a2118;${wordBreakStyle}">${value}</td>
</tr>
`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 16px">
${lines}</table>`;
}
