import { html } from 'hono/html';
import { type Html, htmlDocument } from '#scripts/fakes/core/html.ts';
import type { ReceivedPush } from '#scripts/fakes/push/state.ts';

const time = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const styles = html`
  body { margin: 0; }
  main { max-width: 44rem; margin: 0 auto; padding: 1rem; }
  h1 { font-size: 1.4rem; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { display: grid; padding: 0.75rem 0; border-top: 1px solid #8886; overflow-wrap: anywhere; }
  li span { font-size: 0.9rem; }
`;

export function listPage(pushes: ReceivedPush[]): Html {
  const list =
    pushes.length > 0
      ? html`<ul>${pushes.map(listItem)}</ul>`
      : html`<p>No push notifications yet. Only devices subscribed at this push service appear here.</p>`;
  const content = html`<p class="note">A development push service: no device shows these. <a href="/dev/mailbox">Emails</a></p>
<h1>Push notifications</h1>${list}`;
  return htmlDocument({ title: 'Push notifications', styles, content });
}

function listItem({ content, receivedAt, topic, ttl }: ReceivedPush): Html {
  return html`<li><strong>${content.title}</strong><span>${content.body}</span>
<span>${time.format(new Date(receivedAt))} · opens ${content.path} · topic ${topic ?? 'none'} · expires after ${Math.round(ttl / 3_600)} h</span></li>`;
}
