import { CodedError } from '#api/errors/coded-error.ts'
import { openIdentity } from './identity.ts'

/** The server requires a more recent proof than the last sign-in. */
export const isProofWanted = (error: unknown): boolean => hasCode(error, 'reauthentication_needed')

/** The digits were wrong or have expired. */
export const isProofRefused = (error: unknown): boolean =>
  hasCode(error, 'reauthentication_not_valid')

/** Mails the digits that a function accepts as `nonce`. */
export async function mailProofCode(): Promise<void> {
  const auth = await openIdentity()
  const { error } = await auth.reauthenticate()

  if (error) throw error
}

const hasCode = (error: unknown, code: string) => error instanceof CodedError && error.code === code
