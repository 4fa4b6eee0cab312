/**
 * If the clock was moved (npm run clock), scripts/site/fill-site.ts injects this script before all others. It fetches the offset, stores it
 * for web/lib/react/now.ts, and shows a note at the end of the page. It is not part of the production build.
 */
{
  const question = new XMLHttpRequest();
  // Uses a synchronous request (in development only) because the page must not render before it knows the date.
  question.open('GET', '/api/config', false);
  question.send();
  const { clockOffsetSeconds = 0 } = JSON.parse(question.responseText);
  document.documentElement.dataset.clockOffsetSeconds = clockOffsetSeconds;

  const dateTimeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' });
  const note = document.createElement('p');
  note.className = 'small muted';
  note.style.textAlign = 'center';
  note.innerHTML = 'The clock was moved to <time></time>. <code>npm run clock -- reset</code> restores the real time.';
  const showTime = () => note.querySelector('time')?.replaceChildren(dateTimeFormat.format(Date.now() + clockOffsetSeconds * 1_000));
  showTime();
  setInterval(showTime, 10_000);
  addEventListener('DOMContentLoaded', () => document.body.appendChild(note));
}
