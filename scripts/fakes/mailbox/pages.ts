import { html } from 'hono/html';
import { type Html, htmlDocument } from '#scripts/fakes/core/html.ts';
import type { ReceivedMail } from '#scripts/fakes/mailbox/state.ts';

export const mailboxPath = '/dev/mailbox';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

export function listPage(mails: ReceivedMail[], to: string | null): Html {
  const filterNote = to ? html`<p>Emails to <strong>${to}</strong>. <a href="${mailboxPath}">Show all</a></p>` : '';
  const content =
    mails.length > 0
      ? html`<ul>${mails.map(listItem)}</ul>`
      : html`<p class="none">No emails yet. Register an account, for example, to get one.</p>`;
  return boxPage('Mailbox', html`<h1>Mailbox</h1>${filterNote}${content}`);
}

function listItem(mail: ReceivedMail): Html {
  return html`<li><a href="${mailboxPath}/${mail.id}"><strong>${mail.subject}</strong>
<span>To ${mail.to}</span><span>${time.format(new Date(mail.receivedAt))}</span></a></li>`;
}

/** Shows the email's HTML in a frame without scripts. */
export function mailPage(mail: ReceivedMail, as: 'html' | 'text', replyOutcome: string | null): Html {
  const address = `${mailboxPath}/${mail.id}`;
  const tab = (kind: 'html' | 'text', label: string) =>
    kind === as ? html`<strong aria-current="page">${label}</strong>` : html`<a href="${address}?as=${kind}">${label}</a>`;
  const headers = Object.entries(mail.headers).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`);
  const body =
    as === 'text'
      ? html`<pre>${mail.text}</pre>`
      : html`<iframe src="${address}/html" title="The email as HTML" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe>`;
  return boxPage(
    mail.subject,
    html`<p><a href="${mailboxPath}">All emails</a></p>
<h1>${mail.subject}</h1>
<dl><dt>From</dt><dd>${mail.from}</dd><dt>To</dt><dd>${mail.to}</dd><dt>Received</dt><dd>${time.format(new Date(mail.receivedAt))}</dd>
<dt>Message-ID</dt><dd>${mail.messageId}${mail.deliveries > 1 ? ` (${mail.deliveries} deliveries)` : ''}</dd>
${headers}</dl>
<p class="tabs">${tab('html', 'HTML')} ${tab('text', 'Text')}</p>
${body}
${mail.headers['Reply-To'] ? replyForm(address, replyOutcome) : ''}`,
  );
}

function replyForm(address: string, outcome: string | null): Html {
  const result =
    outcome === 'sent' ? html`<p role="status">Reply delivered.</p>` : outcome ? html`<p role="alert">Returned: ${outcome}</p>` : '';
  return html`<form method="post" action="${address}/reply">
<h2>Reply</h2>
${result}
<p><label for="text">Your reply</label><br><textarea id="text" name="text" rows="5" required></textarea></p>
<p><label><input type="checkbox" name="attachment"> With an attachment</label></p>
<button>Send reply</button>
</form>`;
}

export function notFoundPage(): Html {
  return boxPage('Not found', html`<h1>Not found</h1><p><a href="${mailboxPath}">All emails</a></p>`);
}

/** Returns the email's HTML with links that open in the top window instead of the frame. */
export function mailDocument(mail: ReceivedMail): string {
  return mail.html.replace('<head>', '<head><base target="_top">');
}

const styles = html`
  body { margin: 0; }
  main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
  h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
  ul { margin: 0; padding: 0; list-style: none; }
  li a { display: grid; padding: 0.75rem 0; border-top: 1px solid #8886; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
  li span { font-size: 0.9rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; font-size: 0.9rem; }
  dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
  .tabs { display: flex; gap: 1.5rem; }
  iframe { width: 100%; height: 80vh; border: 1px solid #8886; border-radius: 0.5rem; }
  textarea { width: 100%; box-sizing: border-box; font: inherit; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;

function boxPage(title: string, content: Html): Html {
  const note = html`<p class="note">A development mailbox: these emails were not delivered to anyone. <a href="/dev/push">Push notifications</a></p>`;
  return htmlDocument({ title: `${title} · Mailbox`, styles, content: html`${note}\n${content}` });
}
