import { valibotResolver } from '@hookform/resolvers/valibot';
import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, get, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { applyFieldErrors, errorText } from '#web/lib/api-error.ts';
import { storeDraft } from '#web/lib/drafts.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { i18n, loadApiWords } from '#web/lib/words/words.ts';
import { FormContext } from '#web/ui/forms/form-inputs.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { Alert } from '#web/ui/states/Alert.tsx';

export interface FormFailure {
  title: string;
  text: ReactNode;
}

type FormMethods<Values extends FieldValues, Payload> = UseFormReturn<Values, unknown, Payload>;

interface FormProps<Values extends FieldValues, Payload> {
  /** Accessible name. Alternatively, pass the id of the element that labels the form. */
  label?: string;
  labelledBy?: string;
  /** Omit the schema if no input can be invalid. */
  schema?: GenericSchema<Values, Payload>;
  /** Initial values. `values` also updates untouched inputs when it changes. */
  defaults?: DefaultValues<Values>;
  values?: Values;
  /**
   * Sends the validated values. Shows the server's field errors next to their inputs, and other errors above the inputs with the title
   * `failed`.
   */
  send: (payload: Payload, form: FormMethods<Values, Payload>) => unknown;
  /**
   * Title of the error above the inputs, or a function that returns the error to show. The function returns null if it has already reported
   * the error.
   */
  failed: string | ((error: unknown, form: FormMethods<Values, Payload>) => FormFailure | null | Promise<FormFailure | null>);
  /** Error message if neither the server nor the network provides one. */
  fallback?: string;
  /** Shows errors as a toast, in addition to the field errors. */
  failsInToast?: boolean;
  /** Shows the error above the inputs even if it is also shown next to an input. */
  showsFailureTwice?: boolean;
  /** Set to true to clear the current error once it no longer applies. */
  hidesFailure?: boolean;
  /** Runs before the error is shown, for example to reload data. Errors that it throws are ignored. */
  onFailure?: (error: unknown) => unknown;
  onInvalid?: (message: string | undefined) => void;
  /** Draft name that identifies the form and its subject. If set, typed text survives an expired session (use-draft.ts). */
  draft?: string;
  className?: string;
  children: ReactNode | ((form: FormMethods<Values, Payload>) => ReactNode);
}

/**
 * Form whose inputs (form-inputs.tsx) only need a name. Prevents double submission, focuses the first invalid input and preserves typed
 * values after errors. A surrounding dialog asks before discarding unsent input.
 */
export function Form<Values extends FieldValues, Payload>(props: FormProps<Values, Payload>) {
  const { label, labelledBy, schema, defaults, values, send, failed, fallback = t`Please try again.`, draft, className, children } = props;
  const { failsInToast = false, showsFailureTwice = false, hidesFailure = false, onFailure, onInvalid } = props;
  const [failure, setFailure] = useState<FormFailure | null>(null);
  if (hidesFailure && failure) setFailure(null);
  const [isSent, setSent] = useState(false);
  const form = useForm<Values, unknown, Payload>({
    // The resolver's types only accept plain object schemas, so cast the schema. Its input and output types stay the same.
    ...(schema && { resolver: valibotResolver(schema as never) as never }),
    ...(defaults && { defaultValues: defaults }),
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  // Words the errors of the schema.
  useEffect(() => void loadApiWords(), []);
  const element = useRef<HTMLFormElement>(null);
  useDraft(form as unknown as Parameters<typeof useDraft<Values>>[0], draft, element);
  const { errors, dirtyFields, isDirty, isSubmitting } = form.formState;

  async function submit(payload: Payload) {
    setFailure(null);
    try {
      await send(payload, form);
      setSent(true);
      if (draft !== undefined) storeDraft(draft, {});
    } catch (error) {
      await Promise.resolve(onFailure?.(error)).catch(() => undefined);
      const text = await reportFailure(error);
      const hasFieldErrors = applyFieldErrors(error, form.setError);
      if (showsFailureTwice || !hasFieldErrors) setFailure(text);
    }
  }

  function reportFailure(error: unknown) {
    if (typeof failed === 'function') return failed(error, form);
    const text = errorText(error, fallback);
    if (!failsInToast) return { title: failed, text };
    showToast({ title: failed, description: text, tone: 'error' });
    return null;
  }

  return (
    <form
      ref={element}
      className={className}
      noValidate
      aria-label={label}
      aria-labelledby={labelledBy}
      data-sending={isSubmitting || undefined}
      data-unsaved={(isDirty && !isSent) || undefined}
      onInput={() => setSent(false)}
      onSubmit={form.handleSubmit(submit, (fieldErrors) => onInvalid?.(findFirstMessage(fieldErrors)))}
    >
      {failure && (
        <Alert tone="error" title={failure.title}>
          {failure.text}
        </Alert>
      )}
      <FormContext
        value={{
          isSending: isSubmitting,
          isChanged: (name) => (name === undefined ? isDirty : name in dirtyFields),
          bind: (name, parseInput) => ({
            ...form.register(name as Path<Values>, parseInput && { setValueAs: parseInput }),
            error: getErrorMessage(errors, name),
          }),
        }}
      >
        {typeof children === 'function' ? children(form) : children}
      </FormContext>
    </form>
  );
}

/** Accepts a path such as `address.city` as the input's name. */
function getErrorMessage(errors: FieldErrors, name: string): string | undefined {
  const fieldError: unknown = get(errors, name);
  const message = typeof fieldError === 'object' && fieldError !== null && 'message' in fieldError ? fieldError.message : undefined;
  return typeof message === 'string' ? i18n._(message) : undefined;
}

function findFirstMessage(errors: FieldErrors): string | undefined {
  return Object.keys(errors)
    .map((name) => getErrorMessage(errors, name))
    .find((message) => message !== undefined);
}
