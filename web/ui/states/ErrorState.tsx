import { t } from '@lingui/core/macro';
import { AlertIcon } from '#web/ui/icons/shell-icons.tsx';

interface ErrorStateProps {
  title: string;
  message: string;
  onRetry?: (() => void) | undefined;
  retryLabel?: string;
  /** Heading level. Pass `h1` if the error is the entire page. */
  heading?: 'h1' | 'h2' | 'h3';
}

export function ErrorState({ title, message, onRetry, retryLabel = t`Try again`, heading: Heading = 'h3' }: ErrorStateProps) {
  return (
    <div className="state state-error" role="alert">
      <AlertIcon />
      <Heading>{title}</Heading>
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="secondary" onClick={onRetry}>
          {retryLabel}
        </button>
      )}
    </div>
  );
}
