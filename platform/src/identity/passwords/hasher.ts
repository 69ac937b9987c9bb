import { availableParallelism } from 'node:os'
import { hash as argon2Hash, verify as argon2Verify, parseOptions } from '@node-rs/argon2'
import { verify as bcryptVerify } from '@node-rs/bcrypt'
import { AppError } from '#errors/app-error.ts'
import type { PasswordHasher } from '#identity/identity.ts'
import { verifyFirebaseScrypt } from './firebase-scrypt.ts'

/** The scheme of new hashes. Hashes of other known schemes are still accepted. */
export type HashingScheme = {
  hash(password: string): Promise<string>
  isOutdated(hash: string): boolean
  /** A hash of a random password, with the usual cost. */
  dummyHash: string
}

const COST = { memoryCost: 19_456, timeCost: 2 }

export const argon2id = (cost = COST): HashingScheme => ({
  hash: (password) => argon2Hash(password, { ...cost, parallelism: 1 }),
  isOutdated: (hash) => {
    if (!hash.startsWith('$argon2id$')) return true
    const { memoryCost, timeCost } = parseOptions(hash)

    return memoryCost < cost.memoryCost || timeCost < cost.timeCost
  },
  dummyHash: `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$bm9ib2R5IGtub3dzIGl0IQ$6oZn4Vv0w1rC3v9l2H8kq1m5n7s0t2u4w6y8A0C2E4g`,
})

/** Hashing occupies a core, so one core stays free for other work. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))
const LONGEST_QUEUE = 500

/** `onHashed` is called with the duration of every hash. */
export function openHasher(
  onHashed: (seconds: number) => void = () => {},
  scheme: HashingScheme = argon2id(),
): PasswordHasher {
  const limited = limitConcurrency({ atOnce: AT_ONCE, longestQueue: LONGEST_QUEUE, full: tooBusy })
  const measured = <T>(work: () => Promise<T>) =>
    limited(async () => {
      const began = performance.now()
      try {
        return await work()
      } finally {
        onHashed((performance.now() - began) / 1000)
      }
    })

  return {
    hash: (password) => measured(() => scheme.hash(password)),
    verify: async (password, hash) => {
      const isRight = await measured(() => verifyWith(password, hash ?? scheme.dummyHash))

      return isRight && hash !== null
    },
    isOutdated: scheme.isOutdated,
  }
}

async function verifyWith(password: string, hash: string): Promise<boolean> {
  try {
    if (/^\$2[abxy]\$/.test(hash)) return await bcryptVerify(password, hash)
    if (hash.startsWith('$fbscrypt$')) return await verifyFirebaseScrypt(password, hash)

    return await argon2Verify(hash, password)
  } catch {
    // A malformed hash matches no password.
    return false
  }
}

const tooBusy = () =>
  new AppError('over_request_rate_limit', 429, 'Request rate limit reached', { retryAfterS: 5 })

/**
 * Runs a limited number of tasks at once. Further tasks wait in a first-in, first-out queue; when it is full they are refused.
 */
export function limitConcurrency({ atOnce, longestQueue, full }: Options) {
  const waiting: (() => void)[] = []
  let running = 0

  const release = () => {
    const next = waiting.shift()
    // The slot passes directly to the next task in the queue, so that a new call cannot overtake it.
    if (next) next()
    else running--
  }

  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else if (waiting.length >= longestQueue) throw full()
    else await new Promise<void>((resolve) => waiting.push(resolve))

    try {
      return await task()
    } finally {
      release()
    }
  }
}

type Options = { atOnce: number; longestQueue: number; full: () => Error }
