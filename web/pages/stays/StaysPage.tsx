import '#web/styles/public-pages.css';
import { Link } from 'wouter';
import { declinesBeforeReturn, offerDueSeconds, secondsPerDay } from '#schema/rules.ts';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { plural } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

const StayFigureList = page(
  () => import('#web/features/stays/StayFigureList.tsx').then((file) => file.StayFigureList),
  <Loading label="Loading the figures…" blocks={['20rem']} />,
).Component;

const promises = [
  {
    title: 'Know the costs up front',
    text: 'Before you spend a token, you’ll see every tax and fee that may apply, and what others paid.',
  },
  {
    title: 'Your preferences come first',
    text: `Tell us up to three places and times. If you don’t get an offer within ${plural(offerDueSeconds / secondsPerDay, 'day')}, we return your tokens.`,
  },
  {
    title: 'You can say no',
    text: `Each offer lists the hotel, the dates and every cost. After declining ${declinesBeforeReturn} offers, you can get your tokens back.`,
  },
] as const;

export function StaysPage() {
  const { user } = useUser();
  return (
    <div className="stack public-page">
      <header className="stack gap-5 public-section">
        <h1>Stays so far</h1>
        <p className="lead">See what happened to every vacation certificate. We update the numbers every day.</p>
      </header>
      <section className="stack gap-4 public-section" aria-labelledby="figures-title">
        <h2 id="figures-title">Every certificate, counted</h2>
        <noscript>
          <p>The figures need JavaScript. Turn it on in your browser, then reload the page.</p>
        </noscript>
        <StayFigureList />
      </section>
      <section className="stack gap-5 public-section public-band" aria-labelledby="promises-title">
        <h2 id="promises-title">What we promise</h2>
        <ol className="numbered public-columns">
          {promises.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="public-more">
          <Link href={paths.destinations} className="standalone-link">
            Kinds of stay
          </Link>
          <Link href={paths.terms} className="standalone-link">
            All terms
          </Link>
        </p>
      </section>
      <JoinBand user={user} title="The next stay could be yours" invitation="Joining is free, and so is every find." />
    </div>
  );
}
