import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { type Page, page } from '#web/lib/react/page.tsx';
import { Spinner } from '#web/ui/states/Spinner.tsx';

function PageSpinner() {
  return <Spinner label={t`Unfolding the map…`} />;
}

export const pageSpinner = <PageSpinner />;

export const sitePage = <Props extends object>(load: () => Promise<ComponentType<Props>>): Page<Props> => page(load, pageSpinner);
