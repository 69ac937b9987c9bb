import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'
import { isLoopbackAddress, isLoopbackHost } from './loopback.ts'

const CONTROL_HEADER = 'x-standin-control'
const READING = ['GET', 'HEAD']

/** Keeps a page whose name was pointed at this machine from reading what the stand-in knows. */
export const onlyThisMachine = createMiddleware(async (c, next) => {
  if (!isLoopbackAddress(getConnInfo(c).remote.address)) {
    return c.json({ error: 'A stand-in answers its own machine only.' }, 403)
  }
  if (!isLoopbackHost(c.req.header('host'))) {
    return c.json({ error: 'A stand-in answers to localhost names only.' }, 403)
  }
  return next()
})

/** Another site may link here, but it may not press our buttons. */
export const onlyOwnPages = createMiddleware(async (c, next) => {
  const origin = c.req.header('origin')
  if (origin !== undefined && origin !== `http://${c.req.header('host')}`) {
    return c.json({ error: 'This address does not answer other sites.' }, 403)
  }
  return next()
})

/** No form can send a header, and no foreign script may: only a test or a terminal changes things here. */
export const onlyOnPurpose = createMiddleware(async (c, next) => {
  if (!READING.includes(c.req.method) && c.req.header(CONTROL_HEADER) !== '1') {
    return c.json({ error: `Send the header ${CONTROL_HEADER}: 1 to change anything here.` }, 403)
  }
  return next()
})
