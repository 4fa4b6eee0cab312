/** The one way to make a form: what is typed is checked by a schema, sent, and what is wrong is told where it is. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldErrors, type FieldValues, get, type Path, type UseFormReturn, useForm } from 'react-hook-form';
import type { GenericSchema } from 'valibot';
import { applyFieldErrors, errorText } from '#web/lib/api-error.ts';
import { showToast } from '#web/lib/react/toast.ts';
import { FormContext } from '#web/ui/forms/form-inputs.tsx';
import { Alert } from '#web/ui/states/Alert.tsx';

/** What is said where a form could not be sent. */
export interface FormFailure {
  title: string;
  text: ReactNode;
}

type FormMethods<Typed extends FieldValues, Sent> = UseFormReturn<Typed, unknown, Sent>;

interface FormProps<Typed extends FieldValues, Sent> {
  /** Its name, or the id of the element that names it. */
  label?: string;
  labelledBy?: string;
  /** Absent, there is nothing to be typed, or nothing that could be wrong with it. */
  schema?: GenericSchema<Typed, Sent>;
  /** What stands in its inputs at first; `values` go on following what is known, but for what was typed. */
  defaults?: DefaultValues<Typed>;
  values?: Typed;
  /** Sends what was checked. What it throws is told: at the inputs that the server names, else as `failed` says. */
  send: (sent: Sent, form: FormMethods<Typed, Sent>) => unknown;
  /** Title of what is said then, above the inputs; or what is said, null where it is told already. */
  failed: string | ((error: unknown, form: FormMethods<Typed, Sent>) => FormFailure | null | Promise<FormFailure | null>);
  /** Said below the title where neither server nor network have a word of their own. */
  fallback?: string;
  /** What failed as a whole is told in a toast, beside what is said at the inputs. */
  failsInToast?: boolean;
  /** What failed is told above the inputs even where one of them says it too. */
  isToldTwice?: boolean;
  /** What failed is old news: what is shown has changed since. */
  isFailureOver?: boolean;
  /** Done before a failure is told, as reading anew what the form is about. That this fails too is not told. */
  onFailure?: (error: unknown) => unknown;
  /** Told what is wrong with the first input that the schema refuses. */
  onInvalid?: (message: string | undefined) => void;
  className?: string;
  children: ReactNode | ((form: FormMethods<Typed, Sent>) => ReactNode);
}

/**
 * What stands in it (form-inputs.tsx) needs only the name of what it asks for. While it is sent it is not sent again; the first input that is
 * wrong gets the focus; nothing typed is lost. A dialog around it asks before it closes over what was typed and not sent.
 */
export function Form<Typed extends FieldValues, Sent>(props: FormProps<Typed, Sent>) {
  const { label, labelledBy, schema, defaults, values, send, failed, fallback = 'Please try again.', className, children } = props;
  const { failsInToast = false, isToldTwice = false, isFailureOver = false, onFailure, onInvalid } = props;
  const [failure, setFailure] = useState<FormFailure | null>(null);
  if (isFailureOver && failure) setFailure(null);
  const [isSent, setSent] = useState(false);
  const form = useForm<Typed, unknown, Sent>({
    // The resolver knows schemas of plain objects alone; what a form's schema takes and makes is the same.
    ...(schema && { resolver: valibotResolver(schema as never) as never }),
    ...(defaults && { defaultValues: defaults }),
    ...(values && { values, resetOptions: { keepDirtyValues: true } }),
  });
  const { errors, dirtyFields, isDirty, isSubmitting } = form.formState;

  async function submit(sent: Sent) {
    setFailure(null);
    try {
      await send(sent, form);
      setSent(true);
    } catch (error) {
      await Promise.resolve(onFailure?.(error)).catch(() => undefined);
      const told = await tell(error);
      const isAtInput = applyFieldErrors(error, form.setError);
      if (isToldTwice || !isAtInput) setFailure(told);
    }
  }

  function tell(error: unknown) {
    if (typeof failed === 'function') return failed(error, form);
    const text = errorText(error, fallback);
    if (!failsInToast) return { title: failed, text };
    showToast({ title: failed, description: text, tone: 'error' });
    return null;
  }

  return (
    <form
      className={className}
      noValidate
      aria-label={label}
      aria-labelledby={labelledBy}
      data-sending={isSubmitting || undefined}
      data-unsaved={(isDirty && !isSent) || undefined}
      onInput={() => setSent(false)}
      onSubmit={form.handleSubmit(submit, (invalid) => onInvalid?.(firstMessage(invalid)))}
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
          bind: (name, readTyped) => ({
            ...form.register(name as Path<Typed>, readTyped && { setValueAs: readTyped }),
            error: messageOf(errors, name),
          }),
        }}
      >
        {typeof children === 'function' ? children(form) : children}
      </FormContext>
    </form>
  );
}

/** `name` may lead into an object: `address.city`. */
function messageOf(errors: FieldErrors, name: string): string | undefined {
  const found: unknown = get(errors, name);
  const message = typeof found === 'object' && found !== null && 'message' in found ? found.message : undefined;
  return typeof message === 'string' ? message : undefined;
}

function firstMessage(errors: FieldErrors): string | undefined {
  return Object.keys(errors)
    .map((name) => messageOf(errors, name))
    .find((message) => message !== undefined);
}
