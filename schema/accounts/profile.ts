/** Profile fields. A blank value becomes null. */
import { optionalText } from '#schema/fields.ts';

export const contactEntries = {
  phone: optionalText('Phone'),
  address: optionalText('Address'),
  city: optionalText('City'),
  state: optionalText('State'),
  zip: optionalText('ZIP code'),
  country: optionalText('Country'),
};
