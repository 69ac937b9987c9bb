import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Identity } from '#identity/identity.ts'

type Needs = Pick<Identity, 'digests'>

const CODES = 10
/** Eighty bits in sixteen characters: impossible to guess, and short enough to type. */
const CODE_BYTES = 10
const PURPOSE = 'recovery code'

export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode)

const newRecoveryCode = () =>
  new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer }).base32.toLowerCase()

/** Codes are stored only in this form. */
export const hashOfCode = ({ digests }: Needs, code: string): string =>
  digests.digest(code, PURPOSE)

/** All possible hashes of the typed code; grouping and case are ignored. */
export const hashesOfTyped = ({ digests }: Needs, typed: string): string[] =>
  digests.candidates(typed.replaceAll(/[\s-]/g, '').toLowerCase(), PURPOSE)
