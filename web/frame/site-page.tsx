import type { ComponentType } from 'react';
import { type Page, page } from '#web/lib/react/page.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

/** What stands for a page until it is known which one, or its code is there. */
export const unfolding = <Spinner label="Unfolding the map…" />;

/** A whole page of the site, in a chunk of its own. */
export const sitePage = <Props extends object>(load: () => Promise<ComponentType<Props>>): Page<Props> => page(load, unfolding);
