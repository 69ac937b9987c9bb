import { createPrivateKey, sign } from 'node:crypto'

type Github = { app: { id: number; privateKey(): Promise<string> } }

/** A signed app JWT. */
export async function appJwt({ app }: Github, claims: Record<string, unknown> = {}) {
  const now = Math.floor(Date.now() / 1000)
  const unsigned = [
    { alg: 'RS256', typ: 'JWT' },
    { iat: now - 30, exp: now + 540, iss: app.id, ...claims },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const key = createPrivateKey(await app.privateKey())

  return `${unsigned}.${sign('sha256', Buffer.from(unsigned), key).toString('base64url')}`
}
