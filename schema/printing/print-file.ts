import * as v from 'valibot';
import { requiredLines } from '#schema/fields.ts';

/** Query of the routes that give administrators print files with secret codes. */
export const PrintFileForm = v.object({ reason: requiredLines('Please enter a reason', 200) });
