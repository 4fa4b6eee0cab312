import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { parsePlace } from '#schema/finding/coordinates.ts';
import type { Place } from '#schema/finding/geo.ts';
import { coordinatesHint, describeFlaw } from '#web/features/finding/map/coordinate-words.ts';
import { searchTowns, type Town, townsAttribution } from '#web/features/finding/map/towns/towns.ts';
import { getLanguage } from '#web/lib/words/words.ts';
import { Combobox } from '#web/ui/forms/Combobox.tsx';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';

export interface NamedPlace extends Place {
  name: string;
  /** Town and region, or town and country if the country has no regions. */
  shortName: string;
}

interface SearchResult {
  text: string;
  places: NamedPlace[];
  bestMatch: number | undefined;
  message: string;
  /** True if Enter was pressed while several towns matched. */
  isSubmitted?: boolean;
}

const noResult: SearchResult = { text: '', places: [], bestMatch: undefined, message: '' };
const typingPauseMs = 200;

interface TownSearchProps {
  label?: string;
  /** Whether tapping the field scrolls the search to the top of the page. */
  isScrolledToTopOnTap?: boolean;
  onChoose: (place: NamedPlace) => void;
}

export function TownSearch({ label = t`Town or coordinates`, isScrolledToTopOnTap = false, onChoose }: TownSearchProps) {
  const search = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [result, setResult] = useState(noResult);
  const { places, bestMatch } = result;
  const isOpen = places.length > 0;
  const mustChoose = isOpen && result.isSubmitted;

  useEffect(() => {
    if (text === result.text) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const newResult = await findPlaces(text);
      if (isCurrent) setResult(newResult);
    }, typingPauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, result.text]);

  const options = places.map((place) => ({
    key: `${place.name}|${place.latitude}|${place.longitude}`,
    content: place.name,
    onChoose: () => {
      setText(place.name);
      setResult({ ...noResult, text: place.name });
      onChoose(place);
    },
  }));

  return (
    <div ref={search} className="town-search">
      <Combobox
        label={t`Places found`}
        text={text}
        onText={setText}
        options={options}
        isLate={text !== result.text}
        preselected={mustChoose ? 0 : bestMatch}
        onEnter={() => setResult({ ...result, isSubmitted: true })}
        onClose={() => setResult({ ...noResult, text })}
      >
        {(inputProps) => (
          <>
            <FieldFrame id={undefined} label={label}>
              {(field) => (
                <input
                  {...inputProps}
                  {...field}
                  type="text"
                  placeholder={t`Asheville, 28801 or 35.6, -82.55`}
                  onClick={() => isScrolledToTopOnTap && search.current?.scrollIntoView({ block: 'start' })}
                />
              )}
            </FieldFrame>
            <p role="status" className={isOpen && !mustChoose ? 'visually-hidden' : 'field-hint'}>
              {mustChoose ? t`${plural(places.length, { one: '# town', other: '# towns' })} match. Please choose one.` : result.message}
            </p>
          </>
        )}
      </Combobox>
      {isOpen && <p className="muted small">{townsAttribution}</p>}
    </div>
  );
}

async function findPlaces(text: string): Promise<SearchResult> {
  if (text.trim().length < 2) return { ...noResult, text };
  const typedPlace = parsePlace(text, getLanguage());
  if (typedPlace && 'refusal' in typedPlace) return { ...noResult, text, message: describeFlaw(typedPlace.refusal) };
  if (typedPlace) {
    const { latitude, longitude } = typedPlace.place;
    const name = `${latitude}, ${longitude}`;
    const place = { name, shortName: name, latitude, longitude };
    return { text, places: [place], bestMatch: 0, message: t`Coordinates` };
  }
  try {
    const towns = await searchTowns(text);
    const places = towns.map(({ name, regionName, shortName, latitude, longitude }) => ({
      name: regionName ? `${name}, ${regionName}` : name,
      shortName,
      latitude,
      longitude,
    }));
    const noMatchText = t`No town found. Check the spelling, or type coordinates. ${coordinatesHint()}.`;
    return {
      text,
      places,
      bestMatch: findBestMatch(towns),
      message: places.length > 0 ? plural(places.length, { one: '# town', other: '# towns' }) : noMatchText,
    };
  } catch {
    return {
      ...noResult,
      text,
      message: t`Town search needs a connection. Try again later, or type coordinates. ${coordinatesHint()}.`,
    };
  }
}

/** Returns the index of the only match, or of the only town whose full name was typed. */
function findBestMatch(towns: Town[]): number | undefined {
  if (towns.length === 1) return 0;
  const fullMatches = towns.flatMap(({ isFullMatch }, index) => (isFullMatch ? [index] : []));
  return fullMatches.length === 1 ? fullMatches[0] : undefined;
}
