import * as z from 'zod/mini'

// What a browser answers. Sizes are limited before anything is decoded: real answers have a few kilobytes.

const MOST_CLIENT_DATA = 4096
const MOST_ATTESTATION = 32_768
const MOST_AUTHENTICATOR_DATA = 4096
const MOST_SIGNATURE = 2048
const MOST_HANDLE = 128
/** 1023 bytes, the most that WebAuthn allows. */
const MOST_ID = 1364

const base64url = (most: number) =>
  z.string().check(z.minLength(1), z.maxLength(most), z.regex(/^[\w-]+$/))

const common = { id: base64url(MOST_ID), rawId: base64url(MOST_ID), type: z.literal('public-key') }

/** Hints for browsers, stored as they come. */
const transports = z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))

export const createdCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url(MOST_CLIENT_DATA),
    attestationObject: base64url(MOST_ATTESTATION),
    transports: z.catch(transports, []),
  }),
})

export const usedCredential = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url(MOST_CLIENT_DATA),
    authenticatorData: base64url(MOST_AUTHENTICATOR_DATA),
    signature: base64url(MOST_SIGNATURE),
    userHandle: z.optional(z.nullable(base64url(MOST_HANDLE))),
  }),
})

export type CreatedCredential = z.infer<typeof createdCredential>
export type UsedCredential = z.infer<typeof usedCredential>

/** The challenge that the browser says it answered; null if the page was not ours alone, or the text is no client data. */
export function answeredChallenge(clientDataJSON: string): string | null {
  const data = parsed(Buffer.from(clientDataJSON, 'base64url').toString())
  if (typeof data !== 'object' || data === null || !('challenge' in data)) return null
  // The library accepts a page inside another site's frame.
  if (('crossOrigin' in data && data.crossOrigin !== false) || 'topOrigin' in data) return null

  return typeof data.challenge === 'string' ? data.challenge : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
