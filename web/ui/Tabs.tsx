import { createContext, type KeyboardEvent, type ReactNode, use, useEffect, useId, useRef, useState } from 'react';

export interface Tab<Id extends string = string> {
  id: Id;
  label: string;
  icon?: ReactNode;
  /** Content after the label, such as a count. */
  badge?: ReactNode;
  isDisabled?: boolean;
}

interface TabsProps<Id extends string> {
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
  label: string;
  isVertical?: boolean;
  children: ReactNode;
}

const TabsContext = createContext({ baseId: '', active: '' });

/** ARIA tabs. Arrow keys, Home and End move the focus and select the focused tab. `children` must contain one TabPanel per tab. */
export function Tabs<Id extends string>({ tabs, active, onChange, label, isVertical = false, children }: TabsProps<Id>) {
  const baseId = useId();
  const list = useRef<HTMLDivElement>(null);

  const scrollOffset = useRef('');

  // Scrolls to the selected tab after a render that changed the tab or the list's width. Late-loading badges may change the width.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab="${active}"]`);
    if (!list.current || !tab) return;
    const layout = `${active} ${list.current.scrollWidth}`;
    if (scrollOffset.current === layout) return;
    scrollOffset.current = layout;
    // Do not use scrollIntoView here because it would also scroll the page.
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
  });

  function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
    const choices = tabs.filter((tab) => !tab.isDisabled);
    const target = getTargetIndex(
      event.key,
      isVertical,
      choices.findIndex((tab) => tab.id === active),
      choices.length,
    );
    const next = target === undefined ? undefined : choices[target];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <TabsContext value={{ baseId, active }}>
      <div className="tabs">
        <div
          ref={list}
          className="tab-list"
          role="tablist"
          aria-label={label}
          aria-orientation={isVertical ? 'vertical' : undefined}
          onKeyDown={moveFocus}
        >
          {tabs.map((tab) => (
            <button
              key={tab.id}
              type="button"
              role="tab"
              id={`${baseId}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === active}
              aria-controls={tab.id === active ? `${baseId}-${tab.id}-panel` : undefined}
              aria-disabled={tab.isDisabled || undefined}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => tab.isDisabled || onChange(tab.id)}
            >
              {tab.icon}
              {tab.label}
              {tab.badge}
            </button>
          ))}
        </div>
        {children}
      </div>
    </TabsContext>
  );
}

/** Content of a tab. It is mounted on first selection and later hidden instead of unmounted, to preserve typed values. */
export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  const { baseId, active } = use(TabsContext);
  const isActive = id === active;
  const [hasBeenShown, setHasBeenShown] = useState(isActive);
  if (isActive && !hasBeenShown) setHasBeenShown(true);
  if (!isActive && !hasBeenShown) return null;
  return (
    <div className="tab-panel" role="tabpanel" id={`${baseId}-${id}-panel`} aria-labelledby={`${baseId}-${id}`} hidden={!isActive}>
      {children}
    </div>
  );
}

function getTargetIndex(key: string, isVertical: boolean, current: number, count: number): number | undefined {
  if (key === (isVertical ? 'ArrowDown' : 'ArrowRight')) return (current + 1) % count;
  if (key === (isVertical ? 'ArrowUp' : 'ArrowLeft')) return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
