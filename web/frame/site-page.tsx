import type { ComponentType } from 'react';
import { type Page, page } from '#web/lib/react/page.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

export const pageSpinner = <Spinner label="Unfolding the map…" />;

export const sitePage = <Props extends object>(load: () => Promise<ComponentType<Props>>): Page<Props> => page(load, pageSpinner);
