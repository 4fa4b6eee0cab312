import { t } from '@lingui/core/macro';
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { svgIcon } from '#web/ui/icons/svg-icon.tsx';

/** Where the list ends up on a phone: below a tall map, below a map of about half the height, or over the whole map. */
const stops = ['map', 'half', 'list'] as const;
export type SheetStop = (typeof stops)[number];

/** Pixels that the grip must be dragged to reach the next stop. */
const minDragPixels = 40;

export interface MapSheet {
  stop: SheetStop;
  page: RefObject<HTMLDivElement | null>;
  grip: RefObject<HTMLButtonElement | null>;
  moveTo: (stop: SheetStop) => void;
}

/** On a phone, the list is a sheet over the map. It reaches the stop `list` by scrolling the page, too. */
export function useMapSheet(): MapSheet {
  const page = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const [isTall, setIsTall] = useState(false);
  const [isMapCovered, setIsMapCovered] = useState(false);

  useEffect(() => {
    const [map, handle] = [page.current?.querySelector('.find-map'), grip.current];
    if (!map || !handle || !('IntersectionObserver' in window)) return;
    const top = Number.parseFloat(getComputedStyle(map).top) || 0;
    const observer = new IntersectionObserver(
      ([entry]) => setIsMapCovered(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < innerHeight / 2),
      { rootMargin: `-${Math.ceil(top + handle.offsetHeight + 8)}px 0px 0px` },
    );
    observer.observe(handle);
    return () => observer.disconnect();
  }, []);

  return {
    stop: isMapCovered ? 'list' : isTall ? 'map' : 'half',
    page,
    grip,
    moveTo(stop) {
      setIsTall(stop === 'map');
      if (stop === 'list') grip.current?.scrollIntoView({ block: 'start' });
      else scrollTo({ top: 0 });
    },
  };
}

const pressLabels = (): Record<SheetStop, string> => ({ map: t`Show the list`, half: t`Show more of the map`, list: t`Show the map` });

/** Handle at the top of the list. Drag it, press it, or use the arrow keys. */
export function SheetGrip({ sheet: { stop, page, grip, moveTo } }: { sheet: MapSheet }) {
  const drag = useRef<{ start: SheetStop; startY: number; mapHeight: number; distance: number }>(null);

  function moveBy(steps: number, from = stop) {
    const next = stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(from) + steps))];
    if (next && next !== from) moveTo(next);
  }

  function startDrag(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture?.(event.pointerId);
    drag.current = {
      start: stop,
      startY: event.clientY,
      mapHeight: page.current?.querySelector<HTMLElement>('.find-map')?.offsetHeight ?? 0,
      distance: 0,
    };
  }

  function continueDrag({ clientY }: PointerEvent) {
    if (!drag.current || drag.current.start === 'list') return;
    drag.current.distance = clientY - drag.current.startY;
    page.current?.setAttribute('data-dragging', '');
    page.current?.style.setProperty('--map-height', `${Math.max(0, drag.current.mapHeight + drag.current.distance)}px`);
  }

  function endDrag() {
    page.current?.style.removeProperty('--map-height');
    page.current?.removeAttribute('data-dragging');
    const { start = stop, distance = 0, mapHeight = 0 } = drag.current ?? {};
    if (Math.abs(distance) < minDragPixels) return;
    // The drag may have covered the map, which changes the stop.
    moveBy(distance > 0 ? -1 : -distance > mapHeight * 0.7 ? 2 : 1, start);
  }

  function press() {
    const isDragged = Math.abs(drag.current?.distance ?? 0) > 4;
    drag.current = null;
    if (!isDragged) moveTo(stop === 'half' ? 'map' : 'half');
  }

  function moveByArrow(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    moveBy(event.key === 'ArrowUp' ? 1 : -1);
  }

  return (
    <button
      ref={grip}
      type="button"
      className="find-grip"
      aria-label={pressLabels()[stop]}
      onClick={press}
      onKeyDown={moveByArrow}
      onPointerDown={startDrag}
      onPointerMove={continueDrag}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
    />
  );
}

const MapIcon = /* @__PURE__ */ svgIcon('m3 6.5 6-3 6 3 6-3v14l-6 3-6-3-6 3Z', 'M9 3.5v14', 'M15 6.5v14');

/** Shown while the list covers the map. */
export function BackToMap({ sheet: { stop, grip, moveTo } }: { sheet: MapSheet }) {
  if (stop !== 'list') return null;
  return (
    <button
      type="button"
      className="chip find-back-to-map"
      onClick={() => {
        moveTo('half');
        // This button disappears.
        grip.current?.focus({ preventScroll: true });
      }}
    >
      <MapIcon />
      <span className="visually-hidden">{t`Map`}</span>
    </button>
  );
}
