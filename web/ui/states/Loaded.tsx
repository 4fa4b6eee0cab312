import type { ReactNode } from 'react';
import { errorText, isClosedToViewers } from '#web/lib/api-error.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { HiddenFromViewers } from '#web/ui/states/HiddenFromViewers.tsx';
import { Loading, type Shape } from '#web/ui/states/Loading.tsx';

export interface Query<Data> {
  data: Data | undefined;
  error: unknown;
  isValidating: boolean;
  mutate: () => unknown;
}

interface LoadedProps<Data> extends Shape {
  query: Query<Data>;
  /** Start of the error title: `Your payments`. */
  what: string;
  heading?: 'h1' | 'h2' | 'h3';
  children: (data: Data) => ReactNode;
}

export function Loaded<Data>({ query, what, heading = 'h3', children, ...shape }: LoadedProps<Data>) {
  const { data, error, isValidating, mutate } = query;
  if (data !== undefined) return children(data);
  if (error !== undefined && !isValidating) {
    if (isClosedToViewers(error)) return <HiddenFromViewers heading={heading} />;
    return (
      <ErrorState
        heading={heading}
        title={`${what} could not be loaded`}
        message={errorText(error, 'Please try again.')}
        onRetry={() => void mutate()}
      />
    );
  }
  return <Loading label={`Loading ${what.charAt(0).toLowerCase()}${what.slice(1)}…`} {...shape} />;
}
