/**
 * Forms of pages that count their bytes: prerendered ones, and paying. The inputs keep what is typed themselves: also before this
 * code runs, and through every refusal. On prerendered pages the rules and the library they are written in come a little later,
 * or with the first focus.
 */
import { type FormEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { usePrefetch } from '#web/lib/react/prefetch.ts';

export type Outcome<Value> =
  | { isSent: true; value: Value }
  /**
   * By input, what is wrong with it; and why it was not taken, where it was our server that refused. `inFull` stands in the
   * form in place of that, where there is more to say.
   */
  | { isSent: false; fields: Record<string, string>; failure: string | undefined; inFull?: ReactNode };

interface LightForm<Value> {
  /** Loads what checks and sends the form; that never throws. */
  load: () => Promise<(typed: FormData) => Promise<Outcome<Value>>>;
  onSent?: (value: Value) => void;
  /** Whether a refusal is told as a whole even where an input says what is wrong. */
  isToldTwice?: boolean;
  /** Told what is told as a whole. */
  onFailure?: (failure: string) => void;
}

/** `method="dialog"` outside a dialog goes nowhere: without this code nothing typed lands in the address. */
export function useLightForm<Value>({ load, onSent, isToldTwice = false, onFailure }: LightForm<Value>) {
  const ref = useRef<HTMLFormElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  const [errors, setErrors] = useState<Record<string, string>>({});

  usePrefetch(load);

  /** Puts a value in, unless something stands there already. */
  const fill = useCallback((name: string, value: string, { isOverwriting = false } = {}) => {
    const input = inputOf(ref.current, name);
    if (input && (isOverwriting || input.value === '')) input.value = value;
  }, []);
  const focus = useCallback((name: string) => inputOf(ref.current, name)?.focus(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const typed = new FormData(event.currentTarget);
    setIsPending(true);
    setFailure(undefined);
    const outcome = await loaded(load, typed);
    setIsPending(false);
    if (outcome.isSent) return onSent?.(outcome.value);
    const wrong = inputsOf(ref.current).find(({ name }) => outcome.fields[name]);
    const told = wrong === undefined || isToldTwice ? outcome.failure : undefined;
    setFailure(outcome.inFull ?? told);
    if (told !== undefined) onFailure?.(told);
    setErrors(outcome.fields);
    wrong?.focus();
  }

  /** What is changed is not wrong any more, before it is looked at again. */
  function dismissError(name: string) {
    if (errors[name] !== undefined) setErrors(({ [name]: _, ...others }) => others);
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

/** Of a part of the site, where it failed to load. What importAgain cannot help, a reload does. */
export const didNotComeThrough =
  'did not come through completely. Please check your network and try again. If that does not help, reload the page.';

async function loaded<Value>(load: LightForm<Value>['load'], typed: FormData): Promise<Outcome<Value>> {
  let send: Awaited<ReturnType<typeof load>>;
  try {
    send = await load();
  } catch {
    return { isSent: false, fields: {}, failure: `This form ${didNotComeThrough}` };
  }
  return send(typed);
}

/** In their order: the first that is wrong gets the focus. */
function inputsOf(form: HTMLFormElement | null): Input[] {
  return [...(form?.elements ?? [])].filter(isInput);
}

function inputOf(form: HTMLFormElement | null, name: string): Input | undefined {
  return inputsOf(form).find((input) => input.name === name);
}

type Input = HTMLInputElement | HTMLTextAreaElement;

function isInput(target: unknown): target is Input {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
