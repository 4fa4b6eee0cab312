import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import '#web/features/cards/cards-pages.css';
import type { OwnCardPage } from '#schema/cards/card.ts';
import type { Tier } from '#schema/rules.ts';
import { useUser } from '#web/features/accounts/session/session.ts';
import { useOwnCard } from '#web/features/cards/api.ts';
import { CardCheck } from '#web/features/cards/CardCheck.tsx';
import { CardFacts } from '#web/features/cards/CardFacts.tsx';
import { CardNotOwned } from '#web/features/cards/CardNotOwned.tsx';
import { CardQr } from '#web/features/cards/CardQr.tsx';
import { CardReports } from '#web/features/cards/CardReports.tsx';
import { CardStatusBadge } from '#web/features/cards/CardStatusBadge.tsx';
import { FindHistory } from '#web/features/cards/FindHistory.tsx';
import { LostCard } from '#web/features/cards/LostCard.tsx';
import { describeLocation } from '#web/features/cards/own-cards.ts';
import { Placement } from '#web/features/cards/placement/Placement.tsx';
import { getShownStatus } from '#web/features/cards/shown-status.ts';
import { CardActivity } from '#web/features/scans/finds/CardActivity.tsx';
import { FindNewsOffer } from '#web/features/scans/finds/FindNewsOffer.tsx';
import { ApiError } from '#web/lib/api-error.ts';
import { getNearbyCardsUrl } from '#web/lib/nearby-cards-url.ts';
import { paths } from '#web/lib/paths.ts';
import { useDocumentTitle } from '#web/lib/react/document-title.ts';
import { BackIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

export function CardDetailPage() {
  const { cardId = '' } = useParams<{ cardId: string }>();
  useDocumentTitle(t`Cache Card ${cardId}`);
  return (
    <div className="card-detail stack">
      <Link href={paths.cacheCards} className="back-link">
        <BackIcon />
        {t`All cards`}
      </Link>
      <CardDetail key={cardId} cardId={cardId} />
    </div>
  );
}

function CardDetail({ cardId }: { cardId: string }) {
  const { user } = useUser();
  const query = useOwnCard(cardId);
  if (!user) return null;
  if (query.error instanceof ApiError && query.error.status === 404 && !query.data) return <CardNotOwned cardId={cardId} />;
  return (
    <Loaded query={query} subject={t`This card`} blocks={['3rem', '16rem', '10rem']}>
      {(page) => <LoadedCard page={page} tier={user.role} />}
    </Loaded>
  );
}

function LoadedCard({ page, tier }: { page: OwnCardPage; tier: Tier }) {
  const { card } = page;
  const [answer, setAnswer] = useState<string | null>(null);
  const isPlaced = card.status !== 'ordered';
  const hasReports = page.openReports + page.uncountedReports > 0 || answer !== null;
  return (
    <>
      <header className="stack gap-3">
        <div className="cluster card-head">
          <h1>{isPlaced || tier === 'free' ? describeLocation(card) : t`Place this card`}</h1>
          <CardStatusBadge status={getShownStatus(card)} />
        </div>
        <CardFacts page={page} />
      </header>
      {!isPlaced && <p className="muted">{t`This card becomes active when it’s first scanned, or when you enter where you placed it.`}</p>}
      {hasReports && <CardReports page={page} answer={answer} onAnswer={setAnswer} />}
      <div className="stack card-columns">
        <div className="stack">
          <Placement page={page} tier={tier} />
          {page.openReports + page.uncountedReports === 0 && <CardCheck page={page} />}
          {isPlaced && (
            <section className="sheet stack" aria-labelledby="finds-title">
              <h2 id="finds-title">{t`Finds`}</h2>
              {card.totalScans > 0 && <CardActivity cardId={card.cardId} />}
              <FindHistory finds={page.finds} totalScans={card.totalScans} />
              <FindNewsOffer />
            </section>
          )}
        </div>
        <div className="stack">
          <CardQr page={page} />
          {isPlaced && <LostCard page={page} />}
          {page.shownAt && <Link href={getNearbyCardsUrl(page.shownAt)} className="standalone-link">{t`Other members’ cards nearby`}</Link>}
        </div>
      </div>
    </>
  );
}
