import * as v from 'valibot';
import { isoInstant, requiredText } from '#schema/fields.ts';
import { passkeyNameMaxLength } from '#schema/rules.ts';

const base64url = (maxLength: number) =>
  v.pipe(
    v.string('This passkey could not be read'),
    v.maxLength(maxLength, 'This passkey could not be read'),
    v.regex(/^[\w-]+$/, 'This passkey could not be read'),
  );

const transport = v.picklist(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const descriptor = v.object({ id: v.string(), type: v.literal('public-key'), transports: v.optional(v.array(transport)) });

export const CreationOptions = v.object({
  rp: v.object({ id: v.optional(v.string()), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  challenge: v.string(),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.optional(v.number()),
  excludeCredentials: v.optional(v.array(descriptor)),
  authenticatorSelection: v.optional(
    v.object({
      residentKey: v.optional(v.picklist(['discouraged', 'preferred', 'required'])),
      requireResidentKey: v.optional(v.boolean()),
      userVerification: v.optional(v.picklist(['discouraged', 'preferred', 'required'])),
    }),
  ),
  attestation: v.optional(v.picklist(['none', 'direct', 'enterprise', 'indirect'])),
});
export type CreationOptions = v.InferOutput<typeof CreationOptions>;

/** WebAuthn request options. If `allowCredentials` is missing, any passkey for this site is accepted. */
export const RequestOptions = v.object({
  challenge: v.string(),
  timeout: v.optional(v.number()),
  rpId: v.optional(v.string()),
  allowCredentials: v.optional(v.array(descriptor)),
  userVerification: v.optional(v.picklist(['discouraged', 'preferred', 'required'])),
});
export type RequestOptions = v.InferOutput<typeof RequestOptions>;

export const PasskeyAttestation = v.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  attestationObject: base64url(20_000),
  transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10)), []),
});
export type PasskeyAttestation = v.InferOutput<typeof PasskeyAttestation>;

export const PasskeyAssertion = v.strictObject({
  id: base64url(1_400),
  clientDataJSON: base64url(4_000),
  authenticatorData: base64url(4_000),
  signature: base64url(8_000),
});
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>;

const name = requiredText('Please give the passkey a name', passkeyNameMaxLength);

export const NewPasskeyRequest = v.strictObject({ name, passkey: PasskeyAttestation });
/** Body of PATCH …/passkeys/{id}, also validated by the form that renames a passkey. */
export const PasskeyNameRequest = v.strictObject({ name });

export const AddPasskeyForm = v.object({ name, currentPassword: v.optional(v.string()) });

/** Body of POST /api/login/passkey and /api/admin/factors/proof/passkey. */
export const PasskeyAssertionRequest = v.strictObject({ passkey: PasskeyAssertion });

export const Passkey = v.object({ id: v.number(), name: v.string(), createdAt: isoInstant, lastUsedAt: v.nullable(isoInstant) });
export type Passkey = v.InferOutput<typeof Passkey>;

export const Passkeys = v.array(Passkey);
