import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'wouter';
import '#web/features/cards/cards-pages.css';
import { useUser } from '#web/features/accounts/session/session.ts';
import { NoCards } from '#web/features/cards/NoCards.tsx';
import { OwnCardList } from '#web/features/cards/OwnCardList.tsx';
import { searchCards, sortActionNeededFirst, useOwnCards } from '#web/features/cards/own-cards.ts';
import { PrintLinks } from '#web/features/cards/PrintLinks.tsx';
import { ReportCard } from '#web/features/cards/ReportCard.tsx';
import { StatusFilter } from '#web/features/cards/StatusFilter.tsx';
import { cardsWithStatus, filterLabels, statusFilter } from '#web/features/cards/status-filter.ts';
import { useClaims } from '#web/features/claims/claims-api.ts';
import { MyClaims } from '#web/features/claims/MyClaims.tsx';
import { upgradePath } from '#web/features/memberships/upgrade-path.ts';
import { MissingAddress } from '#web/features/orders/MissingAddress.tsx';
import { Parcels, useParcels } from '#web/features/printing/Parcels.tsx';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { paths } from '#web/lib/paths.ts';
import { page } from '#web/lib/react/page.tsx';
import { useQueryParameter } from '#web/lib/react/use-query-parameter.ts';
import { SearchBox } from '#web/ui/forms/SearchBox.tsx';
import { BackIcon, CardIcon, QrIcon } from '#web/ui/icons/icons.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';
import { Opening } from '#web/ui/states/Opening.tsx';

const CardOrderDialog = page(
  () => import('#web/features/orders/CardOrderDialog.tsx').then((file) => file.CardOrderDialog),
  <Opening />,
).Component;

/** The list has a search box if there are more cards than this. */
const maxCardsWithoutSearch = 10;

export function CardsPage() {
  const { user } = useUser();
  const ownCards = useOwnCards();
  const cards = ownCards.data;
  const [status, setStatus] = useQueryParameter('status');
  const [report, setReport] = useQueryParameter('report');
  const scanner = useScanner();
  const [searchText, setSearchText] = useState('');
  const [isOrdering, setIsOrdering] = useState(false);
  // Sections below a list would shift while the list is loading, so show them only once all lists have loaded.
  const isLoading = [ownCards, useParcels(), useClaims()].some(({ data, error }) => data === undefined && error === undefined);
  if (!user) return null;
  const filter = statusFilter(status);

  return (
    <div className="cards-page stack">
      <Link href={paths.dashboard()} className="back-link in-bar">
        <BackIcon />
        {t`Dashboard`}
      </Link>
      <header className="spread">
        <div>
          <h1>{t`Your Cache Cards`}</h1>
          {cards?.length !== 0 && <p className="muted">{cards ? summary(cards) : t`Loading your cards…`}</p>}
        </div>
        <div className="cluster">
          <button type="button" className="secondary wide-window-only" aria-busy={scanner.isOpening || undefined} onClick={scanner.open}>
            <QrIcon />
            {t`Scan QR`}
          </button>
          {user.role !== 'free' && cards?.length !== 0 && (
            <button type="button" className="secondary" onClick={() => setIsOrdering(true)}>
              <CardIcon />
              {t`Order Cache Cards`}
            </button>
          )}
        </div>
      </header>
      <Loaded query={ownCards} subject={t`Your cards`} heading="h2" blocks={['2.75rem', '4.5rem', '4.5rem', '4.5rem']}>
        {(cards) => {
          if (cards.length === 0)
            return (
              <NoCards tier={user.role} heading="h2">
                {user.role === 'free' ? (
                  <div className="cluster">
                    <Link href={paths.findCards} className="button">{t`Find cards`}</Link>
                    <Link href={upgradePath('basic')} className="button secondary">{t`Upgrade to Basic`}</Link>
                  </div>
                ) : (
                  <button type="button" onClick={() => setIsOrdering(true)}>
                    <CardIcon />
                    {t`Order Cache Cards`}
                  </button>
                )}
              </NoCards>
            );
          const searchedCards = searchCards(cards, searchText);
          const visibleCards = sortActionNeededFirst(cardsWithStatus(searchedCards, filter));
          return (
            <>
              {cards.length > maxCardsWithoutSearch && (
                <SearchBox
                  label={t`Search your cards`}
                  placeholder={t`Number, location or description`}
                  value={searchText}
                  onChange={setSearchText}
                />
              )}
              <StatusFilter cards={searchedCards} active={filter} onChange={(next) => setStatus(next === 'all' ? null : next)} />
              {visibleCards.length > 0 ? (
                <OwnCardList key={`${filter} ${searchText}`} cards={visibleCards} />
              ) : searchText === '' ? (
                <p className="sheet muted">{t`No cards with the status “${filterLabels()[filter]}”.`}</p>
              ) : (
                <EmptyState title={t`No matches`}>
                  <p>{t`Try part of a card’s number, location or description.`}</p>
                </EmptyState>
              )}
              {cards.some(({ status }) => status === 'ordered') && <PrintLinks />}
            </>
          );
        }}
      </Loaded>
      <div className={isLoading ? 'stack late' : 'stack'}>
        <Parcels AddressForm={MissingAddress} />
        <MyClaims />
        <ReportCard open={report !== null} onOpenChange={(open) => setReport(open ? 'missing' : null)} />
      </div>
      {isOrdering && <CardOrderDialog open tier={user.role} onClose={() => setIsOrdering(false)} />}
      {scanner.dialog}
    </div>
  );
}

function summary(cards: { totalScans: number; tokensEarned: number }[]): string {
  const scans = cards.reduce((sum, card) => sum + card.totalScans, 0);
  return t`${plural(cards.length, { one: '# card', other: '# cards' })}, scanned ${plural(scans, { one: '# time', other: '# times' })}`;
}
