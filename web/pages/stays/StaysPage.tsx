import { plural, t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import { Link } from 'wouter';
import { declinesBeforeReturn, offerDueSeconds, secondsPerDay } from '#schema/rules.ts';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { StayFigureRows } from '#web/features/stays/StayFigureRows.tsx';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';

const StayFigureList = page(
  () => import('#web/features/stays/StayFigureList.tsx').then((file) => file.StayFigureList),
  <StayFigureRows />,
).Component;

const promises = () =>
  [
    {
      title: t`Know the costs up front`,
      text: t`Before you spend a token, you’ll see every tax and fee that may apply, and what others paid.`,
    },
    {
      title: t`Your preferences come first`,
      text: t`Tell us up to three places and times. If you don’t get an offer within ${plural(offerDueSeconds / secondsPerDay, { one: '# day', other: '# days' })}, we return your tokens.`,
    },
    {
      title: t`You can say no`,
      text: t`Each offer lists the hotel, the dates and every cost. After declining ${declinesBeforeReturn} offers, you can get your tokens back.`,
    },
  ] as const;

export function StaysPage() {
  const { user } = useUser();
  return (
    <div className="stack public-page">
      <header className="stack gap-5 public-section">
        <h1>{t`Stays so far`}</h1>
        <p className="lead">{t`See what happened to every vacation certificate. We update the numbers every day.`}</p>
      </header>
      <section className="stack gap-4 public-section" aria-labelledby="figures-title">
        <h2 id="figures-title">{t`Every certificate, counted`}</h2>
        <noscript>
          <p>{t`The figures need JavaScript. Turn it on in your browser, then reload the page.`}</p>
        </noscript>
        <StayFigureList />
      </section>
      <section className="stack gap-5 public-section public-band" aria-labelledby="promises-title">
        <h2 id="promises-title">{t`What we promise`}</h2>
        <ol className="numbered public-columns">
          {promises().map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="public-more">
          <Link href={paths.destinations} className="standalone-link">
            {t`Kinds of stay`}
          </Link>
          <Link href={paths.terms} className="standalone-link">
            {t`All terms`}
          </Link>
        </p>
      </section>
      <JoinBand user={user} title={t`The next stay could be yours`} invitation={t`Joining is free, and so is every find.`} />
    </div>
  );
}
