import { randomText } from '#oauth/random-text.ts'
import type { Code, GrantState } from './grant-memory.ts'

const CODE_LIFE_MS = 10 * 60 * 1000

export function issueCode(
  state: GrantState,
  wanted: Omit<Code, 'code' | 'issuedAt'>,
  now: number,
): string {
  const code = randomText(20)
  state.codes = state.codes.filter((one) => isAlive(one, now))
  state.codes.push({ ...wanted, code, issuedAt: now })

  return code
}

/** A code can be used once, even if the exchange fails. */
export function takeCode(state: GrantState, code: string, clientId: string, now: number) {
  const found = state.codes.find((one) => one.code === code && one.clientId === clientId)
  state.codes = state.codes.filter((one) => one !== found)

  return found && isAlive(found, now) ? found : undefined
}

const isAlive = (code: Code, now: number) => now < code.issuedAt + CODE_LIFE_MS
