import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { withPasskeyTexts } from '#api/errors/passkey-texts.ts'
import type { HeldFactor } from '#api/session/session.ts'
import { heldFactors } from './held-factors.ts'
import { openIdentity } from './identity.ts'
import { countRecoveryCodes, createRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts'
import { sessionsQuery } from './sessions.ts'

export type SecondFactor = { factors: HeldFactor[]; codesLeft: number | null }

/** The member's verified apps and keys, and the number of recovery codes left; null without a second factor. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async (): Promise<SecondFactor | null> => {
    const factors = heldFactors(await readUser())

    return factors.length === 0 ? null : { factors, codesLeft: await countRecoveryCodes() }
  },
})

export type Enrolment = { id: string; secret: string; qr: string }

/** Changes no visible data until the enrolment is finished. */
export const useBeginEnrolment = () =>
  useMutation({ mutationFn: () => withPasskeyTexts(beginEnrolment) })

/** Unfinished enrolments are first removed, because names must be unique. */
async function beginEnrolment(): Promise<Enrolment> {
  const auth = await openIdentity()
  const { factors = [] } = await readUser()
  for (const { id, status } of factors) {
    if (status === 'unverified') await auth.mfa.unenroll({ factorId: id })
  }

  const names = factors
    .filter(({ status }) => status === 'verified')
    .map((one) => one.friendly_name)
  const friendlyName = freeName('App', names)
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', friendlyName })
  if (error) throw error
  return { id: data.id, secret: data.totp.secret, qr: asImage(data.totp.qr_code) }
}

/** `App`, then `App 2`. */
function freeName(name: string, taken: readonly (string | undefined)[]): string {
  let found = name
  for (let i = 2; taken.includes(found); i++) found = `${name} ${i}`

  return found
}

/** Resolves to recovery codes, because members without their device cannot create them later; null if there are some, or that failed. */
export const useFinishEnrolment = (factorId: string) =>
  useFirstFactor(async (code: string) => {
    const auth = await openIdentity()
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code })

    if (error) throw error
  })

/** Resolves like `useFinishEnrolment`. */
export const useAddKey = () =>
  useFirstFactor(async (name: string) => {
    const { registerKey } = await import('./security-keys.ts')
    const auth = await openIdentity()
    const { error } = await auth.setSession(await registerKey(name))

    if (error) throw error
  })

function useFirstFactor(add: (input: string) => Promise<void>) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (input: string): Promise<string[] | null> => {
      await withPasskeyTexts(() => add(input))
      const hasFactors = client.getQueryData(secondFactorQuery.queryKey)

      return hasFactors ? null : createRecoveryCodes(false).catch(() => null)
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

/** Removes one of several factors. */
export function useRemoveFactor() {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async (factorId: string) => {
      const auth = await openIdentity()
      const { error } = await auth.mfa.unenroll({ factorId })
      if (error) throw error
      // The current token may claim the deleted factor.
      await auth.refreshSession()
    },
    onSettled: () => client.invalidateQueries({ queryKey: secondFactorQuery.queryKey }),
  })
}

export function useTurnOffSecondFactor({ factors, codesLeft }: SecondFactor) {
  const client = useQueryClient()

  return useMutation({
    mutationFn: async () => {
      const auth = await openIdentity()
      // Deleted first, because they are useless without the factor.
      if (codesLeft !== null) await deleteRecoveryCodes()

      for (const { id } of factors) {
        const { error } = await auth.mfa.unenroll({ factorId: id })
        if (error) throw error
      }
      // The current token still claims the deleted factors.
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

/** The client's own list fails on recovery codes, an unknown factor type. */
export async function readUser() {
  const auth = await openIdentity()
  const { data, error } = await auth.getUser()
  if (error) throw error

  return data.user
}

/** The client does not encode the SVG, in which a # would end the URL. */
function asImage(qrCode: string): string {
  const svg = qrCode.slice(qrCode.indexOf('<svg'))

  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
