import type { NewPasskeyJson, PasskeyJson } from '@app/contract/webauthn'
import type { Passkey } from '#identity/webauthn/passkeys-table.ts'

export const newPasskeyJson = ({ id, friendlyName, createdAt }: Passkey): NewPasskeyJson => ({
  id,
  friendly_name: friendlyName,
  created_at: createdAt.toISOString(),
})

export const passkeyJson = (passkey: Passkey): PasskeyJson => ({
  ...newPasskeyJson(passkey),
  ...(passkey.lastUsedAt && { last_used_at: passkey.lastUsedAt.toISOString() }),
  credential_id: passkey.credentialId,
  backed_up: passkey.isBackedUp,
})
