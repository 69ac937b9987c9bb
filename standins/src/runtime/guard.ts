import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'

const CONTROL_HEADER = 'x-standin-control'
const READING = ['GET', 'HEAD']

/** Prevents DNS rebinding: a page on a foreign host name must not read a stand-in's data. */
export const loopbackOnly = createMiddleware(async (c, next) => {
  if (!isLoopbackAddress(getConnInfo(c).remote.address)) {
    return c.json({ error: 'A stand-in answers its own machine only.' }, 403)
  }
  if (!isLoopbackHost(c.req.header('host'))) {
    return c.json({ error: 'A stand-in answers to localhost names only.' }, 403)
  }
  return next()
})

/** Other sites may link here, but may not submit forms. */
export const sameOriginOnly = createMiddleware(async (c, next) => {
  const origin = c.req.header('origin')
  if (origin !== undefined && origin !== `http://${c.req.header('host')}`) {
    return c.json({ error: 'This address does not answer other sites.' }, 403)
  }
  return next()
})

/** Forms cannot send headers and foreign scripts may not: only a test or a terminal makes changes. */
export const requireControlHeader = createMiddleware(async (c, next) => {
  if (!READING.includes(c.req.method) && c.req.header(CONTROL_HEADER) !== '1') {
    return c.json({ error: `Send the header ${CONTROL_HEADER}: 1 to change anything here.` }, 403)
  }
  return next()
})

/** Stand-ins hold sign-in links, so they serve this machine only. */
function isLoopbackAddress(address: string | undefined): boolean {
  if (!address) return false
  const plain = address.replace(/^::ffff:/i, '')

  return plain === '::1' || /^127(\.\d{1,3}){3}$/.test(plain)
}

/** Refuses foreign host names that resolve to 127.0.0.1 (DNS rebinding). */
export function isLoopbackHost(hostHeader: string | undefined): boolean {
  const name = hostHeader?.toLowerCase().replace(/:\d+$/, '')
  if (!name) return false
  if (name === 'localhost' || name.endsWith('.localhost')) return true

  return isLoopbackAddress(name.replace(/^\[(.*)\]$/, '$1'))
}
