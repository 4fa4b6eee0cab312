/**
 * A script of pages whose product's clock was moved (npm run clock): scripts/site/fill-site.ts puts it before all others. It asks
 * how far, leaves that where the page looks (web/lib/react/now.ts), and says so at the page's end. Nothing of it is in the build.
 */
{
  const question = new XMLHttpRequest();
  // The page must not draw a day before it knows which: it waits, on a development machine alone.
  question.open('GET', '/api/config', false);
  question.send();
  const { clockOffsetSeconds = 0 } = JSON.parse(question.responseText);
  document.documentElement.dataset.clockOffsetSeconds = clockOffsetSeconds;

  const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const note = document.createElement('p');
  note.className = 'small muted';
  note.style.textAlign = 'center';
  note.innerHTML = 'The clock here stands at <time></time>. <code>npm run clock -- reset</code> brings it back.';
  const tell = () => note.querySelector('time')?.replaceChildren(moment.format(Date.now() + clockOffsetSeconds * 1_000));
  tell();
  setInterval(tell, 10_000);
  addEventListener('DOMContentLoaded', () => document.body.appendChild(note));
}
