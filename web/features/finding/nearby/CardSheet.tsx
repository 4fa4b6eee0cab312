import { plural, t } from '@lingui/core/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { CardPlace } from '#schema/finding/finding.ts';
import type { Place } from '#schema/finding/geo.ts';
import { ReportDialog } from '#web/features/cards/ReportDialog.tsx';
import { describeExactness } from '#web/features/finding/map/exactness.ts';
import { CardRow } from '#web/features/finding/nearby/CardRow.tsx';
import { CardWay } from '#web/features/finding/nearby/CardWay.tsx';
import { getDirection, hasArrived } from '#web/features/finding/nearby/card-directions.ts';
import { DirectionsLink } from '#web/features/finding/nearby/DirectionsLink.tsx';
import { openStreetMapUrl } from '#web/features/finding/nearby/directions.ts';
import { foundStates } from '#web/features/finding/nearby/found-states.ts';
import { reportNotFound, useCardDetails } from '#web/features/finding/nearby/places-api.ts';
import { SidePanel } from '#web/features/finding/nearby/SidePanel.tsx';
import { NameWithMedal } from '#web/features/progress/medals/NameWithMedal.tsx';
import { useScanner } from '#web/features/scans/scanning/use-scanner.tsx';
import { calendarDay } from '#web/lib/calendar-day.ts';
import { number } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusOnMount } from '#web/lib/react/use-focus-on-mount.ts';
import { useMediaQuery } from '#web/lib/react/use-media-query.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FactList } from '#web/ui/FactList.tsx';
import { BackIcon, QrIcon } from '#web/ui/icons/icons.tsx';
import { Loaded } from '#web/ui/states/Loaded.tsx';

/** `hint` is the owner's hint; undefined if it is not loaded. */
export type SheetCard = CardPlace & { hint?: string };

interface CardSheetProps {
  /** The cards at one point on the map, or a single card. */
  cards: readonly SheetCard[];
  /** Position from which distances are measured; null if unknown. */
  origin: Place | null;
  /** True if the cards come from device storage. The sheet then shows only the stored details. */
  isOffline?: boolean;
  onClose: () => void;
}

/** Shows a card's details, in a wide window next to the list. If several cards share one point on the map, lists them first. */
export function CardSheet({ cards, origin, isOffline = false, onClose }: CardSheetProps) {
  const [chosenId, setChosenId] = useState<number>();
  const card = cards.length === 1 ? cards[0] : cards.find(({ id }) => id === chosenId);
  const container = useWidePage();
  const direction = (place: SheetCard) => (origin ? getDirection(origin, place) : null);
  const title = card?.name ?? plural(cards.length, { one: '# card here', other: '# cards here' });
  const content = card ? (
    <div className="stack gap-4 card-sheet">
      {cards.length > 1 && (
        <button type="button" className="link-button" onClick={() => setChosenId(undefined)}>
          <BackIcon /> {t`All ${cards.length} cards here`}
        </button>
      )}
      <CardFacts key={card.id} card={card} origin={origin} isOffline={isOffline} />
    </div>
  ) : (
    <ul className="plain-list card-rows">
      {cards.map((one) => (
        <li key={one.id}>
          <CardRow card={one} direction={direction(one)} isSelected={false} onSelect={() => setChosenId(one.id)} />
        </li>
      ))}
    </ul>
  );
  return container ? (
    <SidePanel container={container} title={title} subject={card?.id ?? title} onClose={onClose}>
      {content}
    </SidePanel>
  ) : (
    <Dialog open onClose={onClose} title={title} size="small">
      {content}
    </Dialog>
  );
}

/** Returns the page with the list and the map if it is wide enough for a panel between them. */
function useWidePage(): Element | null {
  const isWide = useMediaQuery('(min-width: 75rem)');
  return isWide ? document.querySelector('.find-cards') : null;
}

function CardFacts({ card, origin, isOffline }: { card: SheetCard; origin: Place | null; isOffline: boolean }) {
  const { label, tone } = foundStates()[card.found];
  const scanner = useScanner();
  const direction = origin && getDirection(origin, card);
  const isFar = card.found === 'no' && !(direction && hasArrived(origin, direction));
  return (
    <>
      <p className="card-sheet-way">
        {direction && <CardWay direction={direction} />}
        <Badge tone={tone}>{label}</Badge>
        <span className="muted">{capitalize(describeExactness(card.visibility))}</span>
      </p>
      <div className="card-sheet-actions">
        <DirectionsLink card={card} className={isFar ? 'button' : 'button secondary'}>{t`Directions`}</DirectionsLink>
        {card.found === 'no' && (
          <button
            type="button"
            className={isFar ? 'secondary' : 'treasure'}
            aria-busy={scanner.isOpening || undefined}
            onClick={scanner.open}
          >
            <QrIcon />
            {t`Scan this card`}
          </button>
        )}
      </div>
      {isOffline ? <Hint>{card.hint}</Hint> : <OnlineFacts card={card} />}
      <div className="cluster card-sheet-links">
        <a
          href={openStreetMapUrl(card)}
          target="_blank"
          rel="noopener noreferrer"
          className="standalone-link"
        >{t`Open in OpenStreetMap`}</a>
        {card.cardId !== null && <Link href={paths.cacheCard(card.cardId)} className="standalone-link">{t`Open your card`}</Link>}
        {card.found === 'no' && !isOffline && <ReportNotFound card={card} />}
      </div>
      {scanner.dialog}
    </>
  );
}

function OnlineFacts({ card }: { card: SheetCard }) {
  const query = useCardDetails(card.id);
  return (
    <Loaded query={query} subject={t`This card`} heading="h3" blocks={['9rem']}>
      {({ hint, ownerName, ownerMedal, placedOn, movedWeek, finds, lastFoundWeek, checkedWeek }) => (
        <>
          <Hint>{hint}</Hint>
          <FactList
            className="card-sheet-facts"
            facts={{
              [t`Hidden by`]: <NameWithMedal name={ownerName ?? t`A member`} medal={ownerMedal} />,
              [t`Here since`]: placedOn && calendarDay(placedOn),
              [t`Moved here`]: movedWeek && t`Week of ${calendarDay(movedWeek)}`,
              [t`Finds`]: finds === 0 ? t`None before this week` : t`${number(finds)} before this week`,
              [t`Last found`]: lastFoundWeek && t`Week of ${calendarDay(lastFoundWeek)}`,
              [t`Checked by its owner`]: checkedWeek && t`Week of ${calendarDay(checkedWeek)}`,
            }}
          />
        </>
      )}
    </Loaded>
  );
}

const capitalize = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function Hint({ children }: { children: ReactNode }) {
  return (
    <section className="card-hint">
      <h3>{t`Hint`}</h3>
      <p>{children || t`The owner left no hint.`}</p>
    </section>
  );
}

function ReportNotFound({ card: { id, name } }: { card: CardPlace }) {
  const [isAsking, setIsAsking] = useState(false);
  const [reportMessage, setReportMessage] = useState<string>();
  if (reportMessage !== undefined) return <ReportConfirmation message={reportMessage} />;
  return (
    <>
      <button type="button" className="link-button" onClick={() => setIsAsking(true)}>{t`I couldn’t find it`}</button>
      <ReportDialog
        open={isAsking}
        report={() => reportNotFound(id)}
        name={<strong>{name}</strong>}
        onReported={setReportMessage}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

/** Confirms that the member's report was sent. Takes the focus because the pressed button has disappeared. */
function ReportConfirmation({ message }: { message: string }) {
  const paragraph = useFocusOnMount<HTMLParagraphElement>();
  return (
    <p ref={paragraph} tabIndex={-1}>
      {message}
    </p>
  );
}
