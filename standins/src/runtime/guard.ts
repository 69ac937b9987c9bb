import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'

const CONTROL_HEADER = 'x-standin-control'
const READING = ['GET', 'HEAD']

/** Against DNS rebinding: a page on a foreign name must not read a stand-in's data. */
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
