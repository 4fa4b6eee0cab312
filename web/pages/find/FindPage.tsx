import { t } from '@lingui/core/macro';
import '#web/styles/public-pages.css';
import { useState } from 'react';
import { Link } from 'wouter';
import { tokensPerScan } from '#schema/rules.ts';
import world from '#web/art/world.svg';
import { JoinBand } from '#web/features/accounts/joining/JoinBand.tsx';
import { useUser } from '#web/features/accounts/session/session.ts';
import { tokensLabel } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { MapPinIcon } from '#web/ui/icons/found-icons.tsx';
import { Loading } from '#web/ui/states/Loading.tsx';

function MapLoading() {
  return <Loading label={t`Loading the map…`} blocks={['22rem']} />;
}

const WorldMap = page(() => import('#web/features/finding/world/WorldMap.tsx').then((file) => file.WorldMap), <MapLoading />).Component;

const steps = () => [
  {
    title: t`Tell us where you are`,
    text: t`Use your phone’s location, type a town, or tap the map to see the cards nearby, closest first.`,
  },
  {
    title: t`Follow the arrow`,
    text: t`Each card shows its distance, direction and a hint from its owner. Save the list to use it offline.`,
  },
  {
    title: t`Scan what you find`,
    text: t`Point your camera at the code. Each new card earns you ${tokensLabel(tokensPerScan)} toward a vacation.`,
  },
];

export function FindPage() {
  const { user } = useUser();
  const [isMapRequested, setIsMapRequested] = useState(false);
  return (
    <div className="stack public-page">
      <header className="stack gap-5 public-section">
        <h1>{t`Find Cache Cards near you`}</h1>
        <p className="lead">
          {t`Members hide cards in parks, by trails and behind the library. Join for free to see the ones near you and how to get there.`}
        </p>
      </header>
      <section className="stack gap-4 public-section" aria-labelledby="world-title">
        <h2 id="world-title">{t`Where the cards are`}</h2>
        {isMapRequested ? (
          <WorldMap />
        ) : (
          <>
            <img className="public-picture" src={world} width={880} height={335} alt="" fetchPriority="high" />
            <button type="button" className="treasure needs-script" onClick={() => setIsMapRequested(true)}>
              <MapPinIcon />
              {t`Show the world map`}
            </button>
          </>
        )}
      </section>
      <section className="stack gap-5 public-section public-band" aria-labelledby="ways-title">
        <h2 id="ways-title">{t`From here to your next find`}</h2>
        <ol className="numbered public-columns">
          {steps().map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
        <p className="muted">
          {t`Owners choose how precisely their card is shown: the exact spot, within about 100 m, within about 1 km, or not at all.`}
        </p>
      </section>
      <JoinBand
        user={user}
        title={t`See what’s hidden around you`}
        invitation={t`Create a free account and walk to your first card today. It takes a minute.`}
      >
        {user && (
          <Link href={paths.findCards} className="button treasure">
            {t`Find cards around you`}
          </Link>
        )}
      </JoinBand>
    </div>
  );
}
