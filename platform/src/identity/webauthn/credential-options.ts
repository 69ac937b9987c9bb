import type {
  CreationOptionsJson,
  CredentialDescriptorJson,
  RequestOptionsJson,
} from '@app/contract/webauthn'
import type { Account } from '#identity/account.ts'
import type { RelyingParty } from '#identity/settings.ts'
import { CHALLENGE_LIFE_MS } from './challenge.ts'

/** COSE numbers of Ed25519, ECDSA with P-256 and RSA with SHA-256, the preferred first. */
export const ALGORITHMS = [-8, -7, -257]

/** A stored credential, as far as options name it. */
export type KnownCredential = { credentialId: string; transports: readonly string[] }

type Creation = {
  site: RelyingParty
  account: Account
  challenge: string
  known: readonly KnownCredential[]
  residentKey: 'required' | 'discouraged'
  userVerification: 'required' | 'preferred'
}

export function creationOptions({
  site,
  account,
  challenge,
  known,
  residentKey,
  userVerification,
}: Creation): CreationOptionsJson {
  const name = account.email || account.phone || account.id

  return {
    challenge,
    rp: { id: site.rpId, name: site.rpName },
    user: { id: userHandle(account.id), name, displayName: displayName(account) || name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFE_MS,
    excludeCredentials: known.map(descriptor),
    authenticatorSelection: {
      residentKey,
      requireResidentKey: residentKey === 'required',
      userVerification,
    },
    // Clients fill in `direct` where nothing is said, and browsers then ask for a further consent.
    attestation: 'none',
  }
}

type Request = {
  site: RelyingParty
  challenge: string
  /** Empty: any passkey of the site. */
  known: readonly KnownCredential[]
  userVerification: 'required' | 'preferred'
}

export const requestOptions = ({
  site,
  challenge,
  known,
  userVerification,
}: Request): RequestOptionsJson => ({
  challenge,
  rpId: site.rpId,
  timeout: CHALLENGE_LIFE_MS,
  allowCredentials: known.map(descriptor),
  userVerification,
})

/** What a passkey tells of its user: the id's text, as Supabase Auth has it. */
export const userHandle = (userId: string): string => Buffer.from(userId).toString('base64url')

const descriptor = ({
  credentialId: id,
  transports,
}: KnownCredential): CredentialDescriptorJson => ({
  id,
  type: 'public-key',
  ...(transports.length > 0 && { transports: [...transports] }),
})

const LONGEST_NAME = 64

function displayName({ raw_user_meta_data }: Account): string {
  const { full_name, name } = raw_user_meta_data
  const text = [full_name, name].find((one) => typeof one === 'string' && one.trim() !== '')

  return typeof text === 'string' ? Array.from(text).slice(0, LONGEST_NAME).join('') : ''
}
