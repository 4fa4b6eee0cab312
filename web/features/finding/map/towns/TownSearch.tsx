import '#web/features/finding/map/towns/town-search.css';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { Place } from '#schema/finding/geo.ts';
import { searchTowns, type Town, townsAttribution } from '#web/features/finding/map/towns/towns.ts';
import { plural } from '#web/lib/format.ts';
import { coordinatesHint, readTypedPlace } from '#web/lib/typed-place.ts';
import { FieldFrame } from '#web/ui/forms/FieldFrame.tsx';

export interface NamedPlace extends Place {
  /** `Asheville, North Carolina, United States`, or the coordinates. */
  name: string;
}

/** What came of a text: places, or why there are none. */
interface Findings {
  text: string;
  places: NamedPlace[];
  /** The one that the text can only mean. */
  meant: NamedPlace | undefined;
  message: string;
}

const nothing: Findings = { text: '', places: [], meant: undefined, message: '' };
/** None: Enter takes nothing that nobody pointed at. */
const noneActive = -1;
/** Not at each letter. */
const restMs = 200;

/** Searches a moment after the last key press, and drops an answer that a newer text has overtaken. */
function useFindings(text: string) {
  const [findings, setFindings] = useState(nothing);
  const [active, setActive] = useState(noneActive);
  const newest = useRef(text);
  newest.current = text;

  const underWay = useRef<{ text: string; found: Promise<Findings | undefined> }>(undefined);
  /** Once for a text, though Enter is pressed before its rest is over: a second answer would take away what Enter has said of the first. */
  const search = useCallback((text: string) => {
    if (underWay.current?.text === text) return underWay.current.found;
    const show = (findings: Findings) => {
      if (underWay.current?.text === text) underWay.current = undefined;
      if (newest.current !== text) return undefined;
      setFindings(findings);
      setActive(noneActive);
      return findings;
    };
    underWay.current = { text, found: find(text).then(show) };
    return underWay.current.found;
  }, []);

  useEffect(() => {
    if (text.trim().length < 2 || findings.text === text) return;
    const timer = setTimeout(() => void search(text), restMs);
    return () => clearTimeout(timer);
  }, [text, findings.text, search]);
  return { findings, setFindings, active, setActive, search };
}

/** A place by the name of its town, or by coordinates: a combobox. */
export function TownSearch({ label = 'Town or coordinates', onChoose }: { label?: string; onChoose: (place: NamedPlace) => void }) {
  const [text, setText] = useState('');
  const { findings, setFindings, active, setActive, search } = useFindings(text);
  const id = useId();
  const isOpen = findings.places.length > 0;

  function choose(place: NamedPlace | undefined) {
    if (!place) return;
    setText(place.name);
    setFindings({ ...nothing, text: place.name });
    onChoose(place);
  }

  /** Takes what was pointed at, or what the text can only mean; several that fit are shown, and none is taken for another. */
  async function enter() {
    const pointedAt = findings.text === text ? findings.places[active] : undefined;
    if (pointedAt) return choose(pointedAt);
    if (text.trim().length < 2) return;
    const found = findings.text === text && isOpen ? findings : await search(text);
    if (found?.meant) return choose(found.meant);
    if (found && found.places.length > 1) {
      setFindings({ ...found, message: `${plural(found.places.length, 'town')} fit. Choose one by arrow keys and Enter, or by a press.` });
      setActive(0);
    }
  }

  function press(event: KeyboardEvent) {
    const { length } = findings.places;
    if (event.key === 'ArrowDown' && isOpen) setActive((active + 1) % length);
    else if (event.key === 'ArrowUp' && isOpen) setActive(active <= 0 ? length - 1 : active - 1);
    // A form around it is not sent by this.
    else if (event.key === 'Enter') void enter();
    else if (event.key === 'Escape' && isOpen) setFindings({ ...nothing, text });
    else return;
    event.preventDefault();
  }

  return (
    <div className="town-search">
      <FieldFrame id={undefined} label={label}>
        {(wiring) => (
          <input
            {...wiring}
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={`${id}-list`}
            aria-activedescendant={isOpen && active !== noneActive ? `${id}-${active}` : undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value.trim().length < 2) setFindings(nothing);
            }}
            onKeyDown={press}
          />
        )}
      </FieldFrame>
      {/* Beside the input that has the focus and its keys. */}
      <div id={`${id}-list`} role="listbox" aria-label="Places found" className="town-list" hidden={!isOpen}>
        {findings.places.map((place, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the combobox has the focus and the keys
          <div
            key={`${place.name}|${place.latitude}|${place.longitude}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="town-option"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => choose(place)}
          >
            {place.name}
          </div>
        ))}
      </div>
      <p role="status" className={isOpen && active === noneActive ? 'visually-hidden' : 'field-hint'}>
        {findings.message}
      </p>
      {isOpen && <p className="muted small">{townsAttribution}</p>}
    </div>
  );
}

async function find(text: string): Promise<Findings> {
  const typed = readTypedPlace(text);
  if (typed && 'refused' in typed) return { ...nothing, text, message: typed.refused };
  if (typed) {
    const { latitude, longitude } = typed.place;
    const place = { name: `${latitude}, ${longitude}`, latitude, longitude };
    return { text, places: [place], meant: place, message: 'Coordinates' };
  }
  try {
    const towns = await searchTowns(text);
    const places = towns.map(({ name, where, latitude, longitude }) => ({ name: where ? `${name}, ${where}` : name, latitude, longitude }));
    const none = `No town of this name. Check the spelling, or type coordinates. ${coordinatesHint}.`;
    return { text, places, meant: meantOf(towns, places), message: places.length > 0 ? plural(places.length, 'town') : none };
  } catch {
    return { ...nothing, text, message: `The list of towns needs a network. Try again later, or type coordinates. ${coordinatesHint}.` };
  }
}

/** The only one that fits, or the only one whose name was typed whole. */
function meantOf(towns: Town[], places: NamedPlace[]): NamedPlace | undefined {
  if (places.length === 1) return places[0];
  const whole = towns.flatMap(({ isWhole }, index) => (isWhole ? [places[index]] : []));
  return whole.length === 1 ? whole[0] : undefined;
}
