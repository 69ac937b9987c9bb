import { createHmac, timingSafeEqual } from 'node:crypto'
import type { GithubNeeds } from '#github/memory/needs.ts'

const LINK_LIFE_MS = 5 * 60 * 1000

/** Whoever has the link may download a private archive, for five minutes. */
export function signLink(needs: GithubNeeds, path: string): string {
  const expiresAt = String(needs.clock.now() + LINK_LIFE_MS)

  return `${expiresAt}.${signatureOf(needs, path, expiresAt)}`
}

export function isSigned(needs: GithubNeeds, path: string, token: string | undefined): boolean {
  const [expiresAt = '', given = ''] = (token ?? '').split('.')
  const wanted = signatureOf(needs, path, expiresAt)
  const isRight =
    given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

  return isRight && Number(expiresAt) > needs.clock.now()
}

const signatureOf = ({ registrations }: GithubNeeds, path: string, expiresAt: string) =>
  createHmac('sha256', registrations[0]?.clientSecret ?? '')
    .update(`${path} ${expiresAt}`)
    .digest('hex')
