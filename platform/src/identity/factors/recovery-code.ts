import { randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import type { Identity } from '#identity/identity.ts'

type Needs = Pick<Identity, 'digests'>

const CODES = 10
/** Eighty bits, sixteen letters: beyond guessing, and still to be typed from paper. */
const CODE_BYTES = 10
const PURPOSE = 'recovery code'

export const newRecoveryCodes = (): string[] => Array.from({ length: CODES }, newRecoveryCode)

const newRecoveryCode = () =>
  new Secret({ buffer: new Uint8Array(randomBytes(CODE_BYTES)).buffer }).base32.toLowerCase()

/** All that is ever stored. */
export const hashOfCode = ({ digests }: Needs, code: string): string =>
  digests.digest(code, PURPOSE)

/** Every hash under which what somebody typed may be stored; how he grouped the letters is no matter. */
export const hashesOfTyped = ({ digests }: Needs, typed: string): string[] =>
  digests.candidates(typed.replaceAll(/[\s-]/g, '').toLowerCase(), PURPOSE)
