import { hash as argon2 } from '@node-rs/argon2'
import { hash as bcrypt } from '@node-rs/bcrypt'
import { expect, test } from 'vitest'
import { isFirebaseScrypt } from './firebase-scrypt.ts'
import { argon2id, openHasher } from './hasher.ts'

// The example that Firebase publishes with its tool: the password is user1password.
const FIREBASE =
  '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='

test('a password is right for its own hash, of whatever kind, and for no other', async () => {
  const hasher = openHasher()
  const hashes = {
    ours: await hasher.hash('user1password'),
    'bcrypt 2a': asVersion('2a', await bcrypt('user1password', 4)),
    'bcrypt 2y': asVersion('2y', await bcrypt('user1password', 4)),
    'argon2 with less care': await argon2('user1password', { memoryCost: 64, timeCost: 1 }),
    firebase: FIREBASE,
  }

  for (const [kind, hash] of Object.entries(hashes)) {
    expect(await hasher.verify('user1password', hash), kind).toBe(true)
    expect(await hasher.verify('user1passwore', hash), kind).toBe(false)
    expect(hasher.isOutdated(hash), kind).toBe(kind !== 'ours')
  }
})

test('a new hash costs what is recommended, and without a hash as much', async () => {
  expect(await openHasher().hash('secret-1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(argon2id().dummyHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('without a hash the same work is done, and nothing is right', async () => {
  let hashed = 0
  const hasher = openHasher(() => hashed++)

  expect(await hasher.verify('anything', null)).toBe(false)
  expect(await hasher.verify('', null)).toBe(false)
  expect(hashed).toBe(2)
})

test.each(['', 'plain', '$2a$', '$argon2id$broken', '$fbscrypt$v=1', '$unknown$x'])(
  'a hash that cannot be read, such as %j, opens nothing',
  async (hash) => {
    expect(await openHasher().verify('', hash)).toBe(false)
  },
)

test('a Firebase hash that would take all memory is not taken in', () => {
  expect(isFirebaseScrypt(FIREBASE)).toBe(true)
  expect(isFirebaseScrypt(FIREBASE.replace('n=14', 'n=30'))).toBe(false)
})

/** The letter names a library's version; what is computed is the same. */
const asVersion = (version: string, hash: string) => hash.replace(/^\$2b/, `$${version}`)
