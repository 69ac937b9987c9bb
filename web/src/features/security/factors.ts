import type { Factor } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import { openIdentity } from '#api/identity.ts'
import { countRecoveryCodes, deleteRecoveryCodes, makeRecoveryCodes } from '#api/recovery-codes.ts'

export type Enrolment = { id: string; secret: string; qr: string }

/** The verified app and what is left of the recovery codes; null where there is no second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['security', 'factor'],
  queryFn: async (): Promise<{ id: string; codesLeft: number | null } | null> => {
    const factor = (await apps()).find(({ status }) => status === 'verified')

    return factor ? { id: factor.id, codesLeft: await countRecoveryCodes() } : null
  },
})

/** An enrolment that was begun and left is thrown away first: its name would be in the way. */
export async function beginEnrolment(): Promise<Enrolment> {
  const auth = await openIdentity()
  for (const { id, status } of await apps()) {
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  }

  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, qr: asImage(data.totp.qr_code) }
}

/** Turned on, with recovery codes at once: whoever loses the device cannot come for them later. */
export async function finishEnrolment(factorId: string, code: string): Promise<string[] | null> {
  const auth = await openIdentity()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
  if (error) throw error

  return makeRecoveryCodes(false).catch(() => null)
}

/** The codes go first, since without a factor they would open nothing. */
export async function turnOff(factorId: string, hasCodes: boolean): Promise<void> {
  const auth = await openIdentity()
  if (hasCodes) await deleteRecoveryCodes()

  const { error } = await auth.mfa.unenroll({ factorId })
  if (error) throw error
  // The token in use still claims the factor.
  await auth.refreshSession()
}

/** Asked for by hand: the client's own list falls over a set of recovery codes, which it does not know. */
async function apps(): Promise<Factor[]> {
  const auth = await openIdentity()
  const { data, error } = await auth.getUser()
  if (error) throw error

  return data.user.factors?.filter(({ factor_type }) => factor_type === 'totp') ?? []
}

/** The client hands the drawing over as it is, in which a # would end the address. */
function asImage(qrCode: string): string {
  const svg = qrCode.slice(qrCode.indexOf('<svg'))

  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
