import { t } from '@lingui/core/macro';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

interface BoundaryProps {
  children: ReactNode;
  /** Path of the page. Changing it resets the error boundary. */
  path: string;
}
interface BoundaryState {
  error: unknown;
  path: string;
}

/** Catches rendering errors, including imports that failed because of the network or a new deployment. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  return <Boundary path={path}>{children}</Boundary>;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, path: this.props.path };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error: error ?? new Error('unknown') };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return props.path === state.path ? null : { error: null, path: props.path };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    // Browsers cache failed imports for the lifetime of the document, so only a reload helps.
    const retry = () => location.reload();
    if (isLoadFailure(this.state.error)) {
      return (
        <ErrorState
          heading="h1"
          title={t`This page didn’t load`}
          message={t`Your connection was lost, or there’s a new version of the site. Check your network, then reload.`}
          onRetry={retry}
          retryLabel={t`Reload`}
        />
      );
    }
    return (
      <ErrorState
        heading="h1"
        title={t`We lost the trail`}
        message={t`Something went wrong on this page, but nothing you collected is lost. Reloading usually helps.`}
        onRetry={retry}
      />
    );
  }
}

function isLoadFailure(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|importing a module|error loading|preload/i.test(error.message);
}
