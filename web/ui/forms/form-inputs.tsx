/** Inputs and buttons bound to a Form by name. Separate from the plain inputs, which prerendered pages load without Form. */
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field } from '#web/ui/forms/Field.tsx';
import { PasswordField } from '#web/ui/forms/PasswordField.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { SubmitButton } from '#web/ui/forms/SubmitButton.tsx';
import { TextArea } from '#web/ui/forms/TextArea.tsx';

/** Converts a typed or initial value to what the schema validates. */
type ReadTyped = (typed: unknown) => unknown;

export interface SurroundingForm {
  isSending: boolean;
  /** Whether that input, or any, differs from its initial value. */
  isChanged: (name?: string) => boolean;
  bind: (name: string, readTyped?: ReadTyped) => UseFormRegisterReturn & { error: string | undefined };
}

export const FormContext = createContext<SurroundingForm | undefined>(undefined);

export function useSurroundingForm(): SurroundingForm {
  const form = useContext(FormContext);
  if (!form) throw new Error('Form inputs must be inside a Form');
  return form;
}

interface Named {
  name: string;
  /** Defaults to the typed text. */
  readTyped?: ReadTyped;
}

export function bound<Props extends object>(Input: ComponentType<Props>) {
  return function BoundInput({ readTyped, ...props }: Omit<Props, 'name' | 'error'> & Named) {
    return <Input {...(props as unknown as Props)} {...useSurroundingForm().bind(props.name, readTyped)} />;
  };
}

export const FormField = bound(Field);
export const FormTextArea = bound(TextArea);
export const FormSelectField = bound(SelectField);
export const FormPasswordField = bound(PasswordField);

interface FormSubmitProps extends Omit<ComponentProps<typeof SubmitButton>, 'pending'> {
  /** Disabled until any input, or the named one, changes. */
  needsChange?: boolean | string;
}

export function FormSubmit({ needsChange = false, disabled = false, ...button }: FormSubmitProps) {
  const { isSending, isChanged } = useSurroundingForm();
  const isWaiting = needsChange !== false && !isChanged(needsChange === true ? undefined : needsChange);
  return <SubmitButton {...button} pending={isSending} disabled={disabled || isWaiting} />;
}

export function FormCancel({ className = 'secondary', ...button }: Omit<ComponentProps<'button'>, 'type' | 'disabled'>) {
  return <button {...button} type="button" className={className} disabled={useSurroundingForm().isSending} />;
}

interface FormActionsProps extends FormSubmitProps {
  /** Undefined hides the cancel button. */
  onCancel: (() => void) | undefined;
  cancelLabel?: string;
  cancelClass?: string;
}

export function FormActions({ onCancel, cancelLabel = 'Cancel', cancelClass, ...submit }: FormActionsProps) {
  return (
    <div className="cluster">
      <FormSubmit {...submit} />
      {onCancel && (
        <FormCancel className={cancelClass} onClick={onCancel}>
          {cancelLabel}
        </FormCancel>
      )}
    </div>
  );
}
