import { CodedError } from '#api/errors/coded-error.ts'
import { askIdentity } from './ask-identity.ts'

type Tokens = { access_token: string; refresh_token: string }

const PATH = 'factors/recovery-codes'

export const redeemRecoveryCode = (code: string) =>
  askIdentity<Tokens>(`${PATH}/verify`, { method: 'POST', body: { code } })

/** The number of codes left; null if none were ever created. */
export async function countRecoveryCodes(): Promise<number | null> {
  try {
    return (await askIdentity<{ remaining: number }>(PATH)).remaining
  } catch (error) {
    if (error instanceof CodedError && error.code === 'mfa_factor_not_found') return null
    throw error
  }
}

/** The server returns them only once. Earlier codes become invalid. */
export async function createRecoveryCodes(hasCodes: boolean): Promise<string[]> {
  const path = hasCodes ? `${PATH}/regenerate` : PATH
  const { codes } = await askIdentity<{ codes: string[] }>(path, { method: 'POST' })

  return codes
}

export const deleteRecoveryCodes = () => askIdentity(PATH, { method: 'DELETE' })
