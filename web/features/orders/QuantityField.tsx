import { t } from '@lingui/core/macro';
import * as v from 'valibot';
import { CardQuantity } from '#schema/orders/order.ts';
import { cardOrderMaxQuantity, cardOrderMinQuantity } from '#schema/rules.ts';
import { i18n } from '#web/lib/words/words.ts';
import { useFieldNotes } from '#web/ui/forms/FieldFrame.tsx';
import { MinusIcon, PlusIcon } from '#web/ui/icons/order-icons.tsx';

/** Returns an error message, or undefined if the quantity is valid. An empty field counts as 0. */
export function getQuantityError(text: string): string | undefined {
  const parsedQuantity = v.safeParse(CardQuantity, Number(text));
  return parsedQuantity.success ? undefined : i18n._(parsedQuantity.issues[0].message);
}

/** Accepts digits only. The plus and minus buttons stop at the limits. */
export function QuantityField({ text, error, onChange }: { text: string; error: string | undefined; onChange: (text: string) => void }) {
  const { inputProps, notes } = useFieldNotes(undefined, {
    error,
    errorRole: 'alert',
    hint: !error && t`${cardOrderMinQuantity} to ${cardOrderMaxQuantity}`,
  });
  const quantity = Number(text);
  const changeQuantity = (delta: number) =>
    onChange(String(Math.min(cardOrderMaxQuantity, Math.max(cardOrderMinQuantity, quantity + delta))));

  function handleInput(input: string) {
    if (/^\d{0,4}$/.test(input)) onChange(input.replace(/^0+(?=\d)/, ''));
  }

  return (
    <div className="field">
      <label htmlFor={inputProps.id}>{t`Number of cards`}</label>
      <div className="quantity">
        <button
          type="button"
          className="secondary"
          aria-label={t`Remove one card`}
          disabled={quantity <= cardOrderMinQuantity}
          onClick={() => changeQuantity(-1)}
        >
          <MinusIcon />
        </button>
        <input
          {...inputProps}
          data-autofocus
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => handleInput(event.target.value)}
        />
        <button
          type="button"
          className="secondary"
          aria-label={t`Add one card`}
          disabled={quantity >= cardOrderMaxQuantity}
          onClick={() => changeQuantity(1)}
        >
          <PlusIcon />
        </button>
      </div>
      {notes}
    </div>
  );
}
