/**
 * Forms for pages with a bundle size budget: prerendered pages and checkout. Inputs are uncontrolled so that text typed before this code
 * runs is preserved. The validation code is loaded later, or on first focus.
 */
import { t } from '@lingui/core/macro';
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { usePrefetch } from '#web/lib/react/prefetch.ts';

export type Outcome<Value> =
  | { isSent: true; value: Value }
  /**
   * `fields` maps input names to errors, and `failure` is an error about the whole form. `fullMessage`, if set, is shown instead of
   * `failure`.
   */
  | { isSent: false; fields: Record<string, string>; failure: string | undefined; fullMessage?: ReactNode };

interface LightFormOptions<Value> {
  /** Loads the function that validates and sends the form. That function never throws. */
  load: () => Promise<(formData: FormData) => Promise<Outcome<Value>>>;
  onSent?: (value: Value) => void;
  /** Shows `failure` above the form even if the error is also shown next to an input. */
  showsFailureTwice?: boolean;
  onFailure?: (failure: string) => void;
}

/**
 * Returns the state and props of a form. The form has `method="dialog"`, which does nothing outside of a dialog. If the form is submitted
 * before this code runs, the typed text therefore does not end up in the URL.
 */
export function useLightForm<Value>({ load, onSent, showsFailureTwice = false, onFailure }: LightFormOptions<Value>) {
  const ref = useRef<HTMLFormElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  usePrefetch(load);

  /** Sets an input's value if the input is empty or `isOverwriting` is true. */
  const fill = useCallback((name: string, value: string, { isOverwriting = false } = {}) => {
    const input = findInput(ref.current, name);
    if (input && (isOverwriting || input.value === '')) input.value = value;
  }, []);
  const focus = useCallback((name: string) => findInput(ref.current, name)?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const formData = new FormData(event.currentTarget);
    setIsPending(true);
    setFailure(undefined);
    const outcome = await loadAndSend(load, formData);
    setIsPending(false);
    if (outcome.isSent) return onSent?.(outcome.value);
    const invalidInput = listInputs(ref.current).find(({ name }) => outcome.fields[name]);
    const message = invalidInput === undefined || showsFailureTwice ? outcome.failure : undefined;
    setFailure(outcome.fullMessage ?? message);
    if (message !== undefined) onFailure?.(message);
    setErrors(outcome.fields);
    invalidInput?.focus();
  }

  function dismissError(name: string) {
    if (errors[name] !== undefined) setErrors(({ [name]: _, ...remainingErrors }) => remainingErrors);
  }

  return {
    errors,
    failure,
    isPending,
    dismissError,
    fill,
    focus,
    form: {
      ref,
      method: 'dialog',
      noValidate: true,
      'data-sending': isPending || undefined,
      onSubmit: submit,
      onFocus: () => void load().catch(() => undefined),
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (isInput(target)) dismissError(target.name);
      },
    },
  };
}

/** Completes the message about an import that failed even after a retry. */
export function loadFailedText(failure: string): string {
  return `${failure} ${t`Check your network and try again, or reload the page.`}`;
}

async function loadAndSend<Value>(load: LightFormOptions<Value>['load'], formData: FormData): Promise<Outcome<Value>> {
  let send: Awaited<ReturnType<typeof load>>;
  try {
    send = await load();
  } catch {
    return { isSent: false, fields: {}, failure: loadFailedText(t`This form did not load completely.`) };
  }
  return send(formData);
}

/** Returns the inputs in document order so that the first invalid one gets the focus. */
function listInputs(form: HTMLFormElement | null): Input[] {
  return [...(form?.elements ?? [])].filter(isInput);
}

function findInput(form: HTMLFormElement | null, name: string): Input | undefined {
  return listInputs(form).find((input) => input.name === name);
}

type Input = HTMLInputElement | HTMLTextAreaElement;

function isInput(target: unknown): target is Input {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
