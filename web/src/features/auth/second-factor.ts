import { openIdentity } from '#api/identity.ts'

export async function verifyCode(factorId: string, code: string): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.mfa.challengeAndVerify({ factorId, code })

  if (error) throw error
}

/** Instead of a code, for whoever has lost the device. */
export async function verifyRecoveryCode(code: string): Promise<void> {
  const auth = await openIdentity()
  const { redeemRecoveryCode } = await import('#api/recovery-codes.ts')
  const { error } = await auth.setSession(await redeemRecoveryCode(code))

  if (error) throw error
}

/** Back to the beginning: a session that stays half-way is of no use to anybody. */
export async function giveUp(): Promise<void> {
  const auth = await openIdentity()

  await auth.signOut({ scope: 'local' })
}
