/**
 * Validation of coordinates and their accuracy, in degrees and meters. Separate from fields.ts so that pages that only display cards do not
 * load it.
 */
import * as v from 'valibot';

export const latitude = v.pipe(
  v.number('Latitude must be a number'),
  v.minValue(-90, 'Latitude must be between -90 and 90'),
  v.maxValue(90, 'Latitude must be between -90 and 90'),
);
export const longitude = v.pipe(
  v.number('Longitude must be a number'),
  v.minValue(-180, 'Longitude must be between -180 and 180'),
  v.maxValue(180, 'Longitude must be between -180 and 180'),
);
/** Accuracy of a position reported by the device, in meters. */
export const accuracy = v.pipe(v.number('Accuracy must be a number'), v.minValue(0, 'Accuracy must be 0 meters or more'));
