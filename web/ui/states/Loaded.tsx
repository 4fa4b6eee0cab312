import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { errorText, isClosedToViewers } from '#web/lib/api-error.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { HiddenFromViewers } from '#web/ui/states/HiddenFromViewers.tsx';
import { Loading, type SkeletonShape } from '#web/ui/states/Loading.tsx';

export interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  isValidating: boolean;
  mutate: () => unknown;
}

interface LoadedProps<Data> extends SkeletonShape {
  query: Query<Data>;
  /** Name of the loaded content in the error title and the loading label, such as `Your payments`. */
  subject: string;
  heading?: 'h1' | 'h2' | 'h3';
  children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, subject, heading = 'h3', children, ...shape }: LoadedProps<Data>) {
  const { data, error, isValidating, mutate } = query;
  const name = `${subject.charAt(0).toLowerCase()}${subject.slice(1)}`;
  if (data !== undefined) return children(data);
  if (error !== undefined && !isValidating) {
    if (isClosedToViewers(error)) return <HiddenFromViewers heading={heading} />;
    return (
      <ErrorState
        heading={heading}
        title={t`Couldn’t load ${name}`}
        message={errorText(error, t`Please try again.`)}
        onRetry={() => void mutate()}
      />
    );
  }
  return <Loading label={t`Loading ${name}…`} {...shape} />;
}
