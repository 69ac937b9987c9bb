import { MINUTE_MS } from '#runtime/clock.ts'

const LIFE_MS = 10 * MINUTE_MS

type Issued = { code: string; issuedAt: number }

/** Adds an authorization code, and drops those that are over. */
export function addCode<Code extends Issued>(state: { codes: Code[] }, added: Code): string {
  state.codes = [...state.codes.filter((one) => isAlive(one, added.issuedAt)), added]

  return added.code
}

/** A code can be used once, even if the exchange fails. */
export function takeCode<Code extends Issued>(
  state: { codes: Code[] },
  code: string,
  now: number,
  isWanted: (one: Code) => boolean = () => true,
): Code | undefined {
  const found = state.codes.find((one) => one.code === code && isWanted(one))
  state.codes = state.codes.filter((one) => one !== found)

  return found && isAlive(found, now) ? found : undefined
}

const isAlive = ({ issuedAt }: Issued, now: number) => now < issuedAt + LIFE_MS
