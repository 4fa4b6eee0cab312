/** An administrator's second factors: passkeys, an app that shows codes (TOTP), recovery codes. */
import * as v from 'valibot';
import { Passkeys } from '#schema/accounts/passkey.ts';
import { isoInstant } from '#schema/fields.ts';

/** GET /api/admin/factors. */
export const Factors = v.object({
  passkeys: Passkeys,
  /** Null where no app is set up. */
  app: v.nullable(v.object({ createdAt: isoInstant })),
  /** Recovery codes that were not used yet. */
  recoveryCodesLeft: v.number(),
});
export type Factors = v.InferOutput<typeof Factors>;

/** POST /api/admin/factors/app: what the app is to be told; it counts once a first code of it was entered. */
export const AppSetUp = v.object({
  /** Base32, to be typed. */
  secret: v.string(),
  /** `otpauth://`, to be opened by an app on the same device. */
  address: v.string(),
  /** The same as a QR code: SVG. */
  qr: v.string(),
});
export type AppSetUp = v.InferOutput<typeof AppSetUp>;

const enterCode = 'Please enter the 6 digits that the app shows';
/** As people type it: with a space in the middle. */
const appCode = v.pipe(
  v.string(enterCode),
  v.maxLength(20, enterCode),
  v.transform((typed) => typed.replace(/\s/g, '')),
  v.regex(/^\d{6}$/, enterCode),
);

const enterRecoveryCode = 'Please enter one of your recovery codes: six groups of four letters and digits';
/** As people type it: in small letters, with or without dashes. */
const recoveryCode = v.pipe(
  v.string(enterRecoveryCode),
  v.maxLength(40, enterRecoveryCode),
  v.transform((typed) => typed.replace(/[\s-]/g, '').toUpperCase()),
  v.regex(/^[0-9A-Z]{24}$/, enterRecoveryCode),
);

/** POST /api/admin/factors/app/confirm and …/proof/code, and their forms. */
export const AppCodeRequest = v.strictObject({ code: appCode });
/** POST /api/admin/factors/proof/recovery-code, and its form. */
export const RecoveryCodeRequest = v.strictObject({ recoveryCode });

/** Its answer, and that of making them anew: shown this once. */
export const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) });
export type RecoveryCodes = v.InferOutput<typeof RecoveryCodes>;
