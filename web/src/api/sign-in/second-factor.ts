import type { Factor } from '@supabase/auth-js'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { openIdentity } from './identity.ts'
import { countRecoveryCodes, createRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts'
import { sessionsQuery } from './sessions.ts'

export type SecondFactor = { id: string; codesLeft: number | null }

/** The id of the member's verified app, or null. */
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

/** Changes no visible data until the enrolment is finished. */
export const useBeginEnrolment = () => useMutation({ mutationFn: beginEnrolment })

/** An unfinished enrolment is first removed, because names must be unique. */
async function beginEnrolment(): Promise<Enrolment> {
  const auth = await openIdentity()
  for (const { id, status } of await apps()) {
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  }

  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, qr: asImage(data.totp.qr_code) }
}

/** Resolves to recovery codes, because members without their device cannot create them later; null if that failed. */
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
      // Deleted first, because they are useless without the factor.
      if (codesLeft !== null) await deleteRecoveryCodes()

      const { error } = await auth.mfa.unenroll({ factorId: id })
      if (error) throw error
      // The current token still claims the deleted factor.
      await auth.refreshSession()
    },
    // Also after a failure: the codes may be deleted while the factor remains.
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

/** Read from the user, because the client's list fails on recovery codes, an unknown factor type. */
async function apps(): Promise<Factor[]> {
  const auth = await openIdentity()
  const { data, error } = await auth.getUser()
  if (error) throw error

  return data.user.factors?.filter(({ factor_type }) => factor_type === 'totp') ?? []
}

/** The client does not encode the SVG, in which a # would end the URL. */
function asImage(qrCode: string): string {
  const svg = qrCode.slice(qrCode.indexOf('<svg'))

  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
