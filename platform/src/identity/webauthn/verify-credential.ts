import type { RelyingParty } from '#identity/settings.ts'
import { answeredChallenge, type CreatedCredential, type UsedCredential } from './credential.ts'
import { ALGORITHMS } from './credential-options.ts'

export type NewCredential = {
  /** Base64url. */
  id: string
  /** A COSE key. */
  publicKey: Uint8Array
  counter: number
  aaguid: string
  attestationType: string
  transports: string[]
  isBackupEligible: boolean
  isBackedUp: boolean
}

type Expected = { site: RelyingParty; challenge: string; requiresVerifiedUser: boolean }

/** null for an answer that does not prove the creation of a credential for this site and challenge. */
export async function verifyCreation(
  { site, challenge, requiresVerifiedUser }: Expected,
  { id, rawId, type, response }: CreatedCredential,
): Promise<NewCredential | null> {
  if (answeredChallenge(response.clientDataJSON) !== challenge) return null
  const { verifyRegistrationResponse } = await loadVerifier()
  const found = await orNull(
    verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        clientExtensionResults: {},
        response: { ...response, transports: [] },
      },
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: requiresVerifiedUser,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!found?.verified) return null
  const { credential, aaguid, fmt, credentialDeviceType, credentialBackedUp } =
    found.registrationInfo
  // The signed id, not the one beside it, is the credential's.
  if (credential.id !== id || credential.publicKey.length > LONGEST_KEY) return null

  return {
    id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    aaguid,
    attestationType: fmt,
    transports: response.transports,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  }
}

const LONGEST_KEY = 2048

export type StoredCredential = { id: string; publicKey: Uint8Array; isBackupEligible: boolean }

export type Use = { counter: number; isBackedUp: boolean }

/**
 * null for an answer that does not prove the use of this credential for this site and challenge. An unknown credential costs as much as a
 * known one.
 */
export async function verifyUse(
  { site, challenge, requiresVerifiedUser }: Expected,
  { id, rawId, type, response }: UsedCredential,
  stored: StoredCredential | null,
): Promise<Use | null> {
  if (answeredChallenge(response.clientDataJSON) !== challenge) return null
  const { verifyAuthenticationResponse } = await loadVerifier()
  const { userHandle: _, ...signed } = response
  const found = await orNull(
    verifyAuthenticationResponse({
      response: { id, rawId, type, clientExtensionResults: {}, response: signed },
      expectedChallenge: challenge,
      expectedOrigin: [...site.origins],
      expectedRPID: site.rpId,
      requireUserVerification: requiresVerifiedUser,
      // The library compares counters before the signature. Callers do it afterwards, with the stored one under a lock.
      credential: { id, publicKey: Uint8Array.from(stored?.publicKey ?? DECOY_KEY), counter: 0 },
    }),
  )
  if (!found?.verified || stored?.id !== id) return null
  const { newCounter, credentialDeviceType, credentialBackedUp } = found.authenticationInfo
  // Whether a credential may be copied to other devices never changes (WebAuthn level 3, 7.2).
  if ((credentialDeviceType === 'multiDevice') !== stored.isBackupEligible) return null

  return { counter: newCounter, isBackedUp: credentialBackedUp }
}

/** An authenticator that counts never repeats a number: a lower one comes from a copy of its key. Zero means that it does not count. */
export const isCopied = (storedCounter: number, counter: number): boolean =>
  storedCounter > 0 && counter <= storedCounter

/** Loads the library at its first use: its certificate parsers take longer to load than all else of a start. */
export const loadVerifier = () => import('@simplewebauthn/server')

/** The library throws for every answer that it refuses. */
async function orNull<Found>(work: Promise<Found>): Promise<Found | null> {
  try {
    return await work
  } catch {
    return null
  }
}

/** A valid P-256 key in COSE, whose signatures are never accepted. */
const DECOY_KEY = Buffer.from(
  [
    'a5010203262001215820',
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    '225820',
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  ].join(''),
  'hex',
)
