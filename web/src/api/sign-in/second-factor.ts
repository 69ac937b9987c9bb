import type { Factor } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { openIdentity } from './identity.ts'
import { countRecoveryCodes, createRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts'
import { sessionsQuery } from './sessions.ts'

export type SecondFactor = { id: string; codesLeft: number | null }

/** The id of the app that proves the member, or null. */
export async function findVerifiedApp(): Promise<string | null> {
  return (await apps()).find(({ status }) => status === 'verified')?.id ?? null
}

/** The verified app and the number of recovery codes left; null without a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async (): Promise<SecondFactor | null> => {
    const id = await findVerifiedApp()

    return id === null ? null : { id, codesLeft: await countRecoveryCodes() }
  },
})

export type Enrolment = { id: string; secret: string; qr: string }

/** Changes nothing that is shown until the enrolment is finished. */
export const useBeginEnrolment = () => useMutation({ mutationFn: beginEnrolment })

/** An unfinished enrolment is removed first: names must differ. */
async function beginEnrolment(): Promise<Enrolment> {
  const auth = await openIdentity()
  for (const { id, status } of await apps()) {
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  }

  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, qr: asImage(data.totp.qr_code) }
}

/** Resolves to recovery codes, since a member who loses the device cannot create them later; null if that failed. */
export function useFinishEnrolment(factorId: string) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (code: string): Promise<string[] | null> => {
      const auth = await openIdentity()
      const { error } = await auth.mfa.challengeAndVerify({ factorId, code })
      if (error) throw error

      return createRecoveryCodes(false).catch(() => null)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

export function useTurnOffSecondFactor({ id, codesLeft }: SecondFactor) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async () => {
      const auth = await openIdentity()
      // First, since they have no use without the factor.
      if (codesLeft !== null) await deleteRecoveryCodes()

      const { error } = await auth.mfa.unenroll({ factorId: id })
      if (error) throw error
      // The current token still claims the factor.
      await auth.refreshSession()
    },
    // Also after a failure: the codes may be gone and the factor still there.
    onSettled: async () => {
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      await client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    },
  })
}

export function useCreateRecoveryCodes(hasCodes: boolean) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: () => createRecoveryCodes(hasCodes),
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

/** From the user, since the client's own list fails on recovery codes, a factor type it does not know. */
async function apps(): Promise<Factor[]> {
  const auth = await openIdentity()
  const { data, error } = await auth.getUser()
  if (error) throw error

  return data.user.factors?.filter(({ factor_type }) => factor_type === 'totp') ?? []
}

/** The client does not encode the drawing, in which a # would end the address. */
function asImage(qrCode: string): string {
  const svg = qrCode.slice(qrCode.indexOf('<svg'))

  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
