// The identity service's messages about passkeys and security keys, in the JSON forms of WebAuthn level 3.

export type CredentialDescriptorJson = { id: string; type: 'public-key'; transports?: string[] }

export type CreationOptionsJson = {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: { type: 'public-key'; alg: number }[]
  timeout: number
  excludeCredentials: CredentialDescriptorJson[]
  authenticatorSelection: {
    residentKey: 'required' | 'discouraged'
    requireResidentKey: boolean
    userVerification: 'required' | 'preferred'
  }
  attestation: 'none'
}

export type RequestOptionsJson = {
  challenge: string
  rpId: string
  timeout: number
  allowCredentials: CredentialDescriptorJson[]
  userVerification: 'required' | 'preferred'
}

/** `expires_at` is a Unix time in seconds. */
export type PasskeyOptionsJson<Options> = {
  challenge_id: string
  options: Options
  expires_at: number
}

export type NewPasskeyJson = { id: string; friendly_name: string; created_at: string }

export type PasskeyJson = NewPasskeyJson & {
  last_used_at?: string
  /** Base64url; browsers hide the passkeys whose ids a site no longer lists. */
  credential_id: string
  /** Also stored with the vendor of the authenticator, so that it survives the loss of a device. */
  backed_up: boolean
}
